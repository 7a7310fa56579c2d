import { Module } from '@nestjs/common';
import { ContentModule } from '@libs/content';
import { AdminDictionariesController } from './admin-dictionaries.controller';

@Module({ imports: [ContentModule], controllers: [AdminDictionariesController] })
export class AdminDictionariesModule {}
