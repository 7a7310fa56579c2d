import { signAliyunRequest } from './aliyun-signature';

describe('The signature of Alibaba Cloud, version 3', () => {
  it('matches the example in its documentation', () => {
    const { query, headers } = signAliyunRequest(
      {
        method: 'POST',
        host: 'ecs.cn-shanghai.aliyuncs.com',
        action: 'RunInstances',
        version: '2014-05-26',
        query: {
          RegionId: 'cn-shanghai',
          ImageId: 'win2019_1809_x64_dtc_zh-cn_40G_alibase_20230811.vhd',
        },
        date: new Date('2023-10-26T10:22:32Z'),
        nonce: '3156853299f313e23d1673dc12e1703d',
      },
      { accessKeyId: 'YourAccessKeyId', accessKeySecret: 'YourAccessKeySecret' },
    );
    expect(query).toBe('ImageId=win2019_1809_x64_dtc_zh-cn_40G_alibase_20230811.vhd&RegionId=cn-shanghai');
    expect(headers['Authorization']).toBe(
      'ACS3-HMAC-SHA256 Credential=YourAccessKeyId,' +
        'SignedHeaders=host;x-acs-action;x-acs-content-sha256;x-acs-date;x-acs-signature-nonce;x-acs-version,' +
        'Signature=06563a9e1b43f5dfe96b81484da74bceab24a1d853912eee15083a6f0f3283c0',
    );
  });

  it('covers values encoded as in RFC 3986', () => {
    const { query } = signAliyunRequest(
      {
        method: 'POST',
        host: 'example.com',
        action: 'A',
        version: '1',
        query: { b: `a b*(~)'!`, a: '{"code":"1"}' },
        date: new Date(0),
        nonce: 'n',
      },
      { accessKeyId: 'k', accessKeySecret: 's' },
    );
    expect(query).toBe('a=%7B%22code%22%3A%221%22%7D&b=a%20b%2A%28~%29%27%21');
  });
});
