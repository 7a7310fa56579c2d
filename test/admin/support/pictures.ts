import { createCanvas } from 'canvas';
import type { AdminClient } from './admin';

/** Uploads a picture for texts, 40 pixels by 30 unless said otherwise. Each differs, and has a file of its own. */
export async function uploadedPicture(
  admin: AdminClient,
  fields: Readonly<Record<string, string>> = {},
  width = 40,
  height = 30,
): Promise<string> {
  const canvas = createCanvas(width, height);
  canvas.getContext('2d').fillStyle = `hsl(${Math.random() * 360} 100% 50%)`;
  canvas.getContext('2d').fillRect(0, 0, width, height);
  const request = admin.postForm('files').field({ purpose: 'content_image', ...fields });
  const { body } = await request.attach('file', canvas.toBuffer('image/png'), 'image.png').expect(201);
  return body.data.id as string;
}

/** A text in Chinese, as pages and articles take it. */
export function textWith(body: string, body_format = 'markdown') {
  return { title: { 'zh-CN': '图' }, body: { 'zh-CN': body }, body_format };
}
