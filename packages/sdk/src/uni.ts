export { type UniApi, uniStorage, uniTransport } from './uni-transport.js';
