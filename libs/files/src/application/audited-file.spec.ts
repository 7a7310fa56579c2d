import { StoredFile } from '../domain/stored-file';
import { auditedFile } from './audited-file';

describe('The record of a file', () => {
  // The order is that of the changes in the audit log, over which hashes are made.
  it('has what administrators see, with the keys of the wire, and not where the content is', () => {
    const file = new StoredFile('tenant', {
      id: 'file',
      appId: 'app',
      purpose: 'app_icon',
      filename: 'icon.png',
      mediaType: 'image/png',
      sizeBytes: 12,
      sha256: 'ab',
      image: { width: 1, height: 2 },
      verdict: { status: 'clean', detail: 'nothing found' },
      detectedVersion: null,
      storageKey: 'secret',
      createdBy: 'user',
    });
    expect(JSON.stringify(auditedFile(file))).toBe(
      JSON.stringify({
        purpose: 'app_icon',
        app_id: 'app',
        filename: 'icon.png',
        media_type: 'image/png',
        size_bytes: 12,
        sha256: 'ab',
        image: { width: 1, height: 2 },
        scan_status: 'clean',
        scan_detail: 'nothing found',
        detected_version: null,
      }),
    );
  });
});
