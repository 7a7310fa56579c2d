import { scanCodeOf } from './scan-codes';

describe('The code of a scan', () => {
  // As they stand in rows: files keep the words of their last scan.
  it.each([
    ['clean', 'Built-in checks only: no malware scanner is configured', 'built_in_checks'],
    ['clean', 'ClamAV found nothing', 'nothing_found'],
    ['clean', null, 'nothing_found'],
    ['infected', 'ClamAV: Eicar-Signature', 'malware_found'],
    ['infected', null, 'malware_found'],
    ['infected', 'Archive refused: a path leads outside', 'archive_refused'],
    ['failed', 'ClamAV cannot tell: INSTREAM size limit exceeded. ERROR', 'undecided'],
    ['pending', 'ClamAV cannot be asked now: timed out', 'unavailable'],
  ] as const)('of a file that is %s, %j, is %s', (scanStatus, scanDetail, code) => {
    expect(scanCodeOf({ scanStatus, scanDetail })).toBe(code);
  });
});
