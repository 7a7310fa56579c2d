// Makes the bucket of uploads where there is none. Runs beside the program, with its package for S3.
import { readFileSync } from 'node:fs';
import { CreateBucketCommand, HeadBucketCommand, S3Client } from '@aws-sdk/client-s3';

const secret = (name) => readFileSync(process.env[`${name}_FILE`], 'utf8').trim();
const Bucket = process.env.S3_BUCKET;
const client = new S3Client({
  endpoint: process.env.S3_ENDPOINT,
  region: 'us-east-1',
  forcePathStyle: true,
  credentials: { accessKeyId: secret('S3_ACCESS_KEY_ID'), secretAccessKey: secret('S3_SECRET_ACCESS_KEY') },
});

try {
  await client.send(new HeadBucketCommand({ Bucket }));
} catch (error) {
  if (error.$metadata?.httpStatusCode !== 404) throw error;
  await client.send(new CreateBucketCommand({ Bucket }));
}
