/** A person whose traces can be told from everybody else's. */
export const EMAIL = 'erasable-person@example.com';
export const SECOND_EMAIL = 'second-address@example.com';
export const MOBILE = '+8613812345678';
export const NAMES = ['Wilhelmina First', 'Wilhelmina Second', 'Wilhelmina Third'] as const;
export const BIO = 'Collects harpsichords';
export const BIRTHDAY = '1987-06-05';
const ADDRESS = '203.0.113.77';
export const EARLIER_ADDRESS = '203.0.113.99';
const USER_AGENT = 'ErasablePhone/7.7';
export const MODEL = 'Harpsichord Phone';
export const DEVICE_KEY = '6f1d1f7e-8d0a-4c57-9d53-5a5c7f0e1b2d';
export const PUSH_TOKEN = 'push-token-of-the-person';

/** Everything that identifies the person. */
export const NEEDLES = [
  EMAIL,
  'erasable-person',
  SECOND_EMAIL,
  MOBILE,
  MOBILE.slice(3),
  ...NAMES,
  'Wilhelmina',
  BIO,
  BIRTHDAY,
  ADDRESS,
  EARLIER_ADDRESS,
  USER_AGENT,
  MODEL,
  DEVICE_KEY,
  DEVICE_KEY.replaceAll('-', ''),
  PUSH_TOKEN,
];

export const FROM_HERE = { 'X-Forwarded-For': ADDRESS, 'User-Agent': USER_AGENT };
