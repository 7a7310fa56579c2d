import { Module } from '@nestjs/common';
import { ContentModule } from '@libs/content';
import { AdminDictionariesController } from './admin-dictionaries.controller';
import { DictionaryEditors } from './dictionary-editors';

@Module({ imports: [ContentModule], controllers: [AdminDictionariesController], providers: [DictionaryEditors] })
export class AdminDictionariesModule {}
