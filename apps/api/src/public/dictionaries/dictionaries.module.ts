import { Module } from '@nestjs/common';
import { ContentModule } from '@libs/content';
import { PublicDictionariesController } from './public-dictionaries.controller';
import { PublicDictionaryAnswers } from './public-dictionary-answers';

@Module({
  imports: [ContentModule],
  controllers: [PublicDictionariesController],
  providers: [PublicDictionaryAnswers],
})
export class PublicDictionariesModule {}
