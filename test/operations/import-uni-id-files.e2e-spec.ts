import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { UniIdImportService } from '@libs/iam';
import { clientOf } from '../mobile/support/journey';
import { queryAs } from '../support/database';
import { TestUniId } from './support/uni-id-import';

describe('A file that npm run admin -- import-uni-id reads', () => {
  let uniId: TestUniId;

  beforeAll(async () => {
    uniId = await TestUniId.start();
  });
  afterAll(() => uniId.close());
  beforeEach(() => uniId.renew());

  const login = (body: object) => clientOf(uniId.api, uniId.appId).login(body);
  const userOf = async (value: string) => {
    const [user] = await queryAs<{ id: string }>(
      uniId.api.urls.superuserUrl,
      'SELECT user_id AS id FROM login_identifiers WHERE value = $1',
      [value],
    );
    return user ?? null;
  };

  it('may have values that no reader would expect, however deep', async () => {
    const deep = (open: string, close: string) => open.repeat(100_000) + close.repeat(100_000);
    const withField = (field: string) => `${JSON.stringify(uniId.aUser()).slice(0, -1)},${field}}`;
    const fine = uniId.aUser();
    uniId.write([
      withField('"gender":[{"toString":1}]'),
      withField(`"role":${deep('[', ']')}`),
      withField(`"status":${deep('{"$date":', '}').replace(':}', ':1}')}`),
      withField(`"mobile":${deep('{"$date":', '}').replace(':}', ':1}')}`),
      fine,
    ]);
    expect(await uniId.run()).toMatchObject({
      records: 5,
      created: 4,
      left_out: { role: 1 },
      skipped_by_reason: { no_confirmed_identifier: 1 },
    });
    await login({ mobile: fine.mobile, password: 'horse battery 1' }).expect(200);
  });

  it('must be one that can be read twice, unlike a pipe', async () => {
    uniId.write([]);
    rmSync(uniId.file);
    execFileSync('mkfifo', [uniId.file]);
    try {
      await expect(uniId.run()).rejects.toThrow(/not a regular file/);
    } finally {
      rmSync(uniId.file);
    }
  });

  it.each([
    ['grows', 3, 0],
    ['shrinks', 1, 1],
  ])('must not be one that %s between its two readings', async (_how, left, created) => {
    const members = [uniId.aUser(), uniId.aUser(), uniId.aUser()];
    uniId.write(members.slice(0, 2));
    const service = uniId.api.get(UniIdImportService);
    const begin = service.begin.bind(service);
    jest.spyOn(service, 'begin').mockImplementationOnce((options) => {
      const running = begin(options);
      const endSurvey = running.endSurvey.bind(running);
      running.endSurvey = () => {
        endSurvey();
        uniId.write(members.slice(0, left));
      };
      return running;
    });
    await expect(uniId.run()).rejects.toThrow(/changed/);
    const there = await Promise.all(members.map(({ mobile }) => userOf(`+86${mobile}`)));
    expect(there.filter((user) => user !== null)).toHaveLength(created);
  });
});
