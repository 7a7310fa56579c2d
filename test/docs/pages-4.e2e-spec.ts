import { describePages } from './support/describe-pages';

describePages(4);
