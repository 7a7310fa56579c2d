import { expectProblem, reasons } from '../../http/support/problem';
import { suiteApi } from '../../support/suite';
import { suiteOwner } from '../support/admin';
import { aManagedApp } from '../support/apps';
import { aCode, aDictionary, type DictionaryClient, dictionaryClient, NAME, OPEN, PAID } from '../support/dictionaries';

const NOWHERE = '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be9ff';

describe('A dictionary that is not valid', () => {
  const api = suiteApi();
  const owner = suiteOwner(api);
  let dictionaries: DictionaryClient;
  let appId: string;

  beforeAll(async () => {
    dictionaries = dictionaryClient(owner);
    appId = (await aManagedApp(owner)).id;
  });

  describe('POST', () => {
    it.each<[string, object, ...string[]]>([
      [
        'nothing',
        { code: undefined, name: undefined, scope: undefined },
        'code required',
        'name required',
        'scope required',
      ],
      ['a lock_version', { lock_version: 1 }, 'lock_version unknown_field'],
      ['an unknown field', { items_count: 1 }, 'items_count unknown_field'],
      ['a code in capitals', { code: 'Status' }, 'code not_dictionary_code'],
      ['a code that begins with a dot', { code: '.status' }, 'code not_dictionary_code'],
      ['a code with a slash', { code: 'a/b' }, 'code not_dictionary_code'],
      ['a code of 65 characters', { code: 'a'.repeat(65) }, 'code too_long'],
      ['a code that is null', { code: null }, 'code not_string'],
      ['an unknown scope', { scope: 'user' }, 'scope not_allowed'],
      ['the scope app without an App', { scope: 'app' }, 'app_id required'],
      ['an App without the scope app', { app_id: NOWHERE }, 'app_id only_for_app'],
      ['an unknown App', { scope: 'app', app_id: NOWHERE }, 'app_id unknown_app'],
      ['an App that is no uuid', { scope: 'app', app_id: 'shop' }, 'app_id not_uuid'],
      ['an empty name', { name: {} }, 'name required'],
      ['a blank name', { name: { 'en-US': ' ' } }, 'name.en-US required'],
      ['a name of an unknown locale', { name: { fr: 'Nom' } }, 'name.fr not_supported_locale'],
      ['a name of 121 characters', { name: { 'en-US': 'a'.repeat(121) } }, 'name.en-US too_long'],
      ['is_public as text', { is_public: 'yes' }, 'is_public not_boolean'],
      ['an unknown status', { status: 'deleted' }, 'status not_allowed'],
      ['items that are no list', { items: {} }, 'items not_list'],
      ['an item that is no object', { items: [PAID, 'x'] }, 'items.1 not_object'],
    ])('refuses %s', async (_, changes, ...expected) => {
      const answer = await owner.post('dictionaries', aDictionary(changes));
      expectProblem(answer, 422, 'REQUEST.VALIDATION_FAILED');
      expect(reasons(answer.body).sort()).toEqual(expected.sort());
    });

    it.each<[string, object, ...string[]]>([
      ['a key missing', { key: undefined }, 'key required'],
      ['a key with a blank', { key: 'a b' }, 'key not_dictionary_key'],
      ['a key of an underscore', { key: '__proto__' }, 'key not_dictionary_key'],
      ['a key of 65 characters', { key: 'a'.repeat(65) }, 'key too_long'],
      ['a key with NUL', { key: 'a\u0000' }, 'key invalid_text'],
      ['a key that is a number', { key: 1 }, 'key not_string'],
      ['a label missing', { label: undefined }, 'label required'],
      ['a label that is text', { label: 'Paid' }, 'label not_object'],
      ['a label in no language', { label: {} }, 'label required'],
      ['a label that is blank', { label: { 'zh-CN': '\u3000' } }, 'label.zh-CN required'],
      ['a label of 201 characters', { label: { 'zh-CN': '好'.repeat(201) } }, 'label.zh-CN too_long'],
      ['a value that is an object', { value: {} }, 'value not_scalar'],
      ['a value that is a list', { value: ['a'] }, 'value not_scalar'],
      ['a value of 2,001 characters', { value: 'a'.repeat(2_001) }, 'value too_long'],
      ['a value with NUL', { value: '\u0000' }, 'value invalid_text'],
      ['a value with a lone surrogate', { value: '\ud800' }, 'value invalid_text'],
      ['a sort_order below zero', { sort_order: -1 }, 'sort_order out_of_range'],
      ['a sort_order that is a fraction', { sort_order: 1.5 }, 'sort_order not_integer'],
      ['a status that is unknown', { status: 'hidden' }, 'status not_allowed'],
      ['a field that is unknown', { color: 'red' }, 'color unknown_field'],
    ])('refuses an item with %s', async (_, changes, expected) => {
      const answer = await owner.post('dictionaries', aDictionary({ items: [OPEN, { ...PAID, ...changes }] }));
      expectProblem(answer, 422, 'REQUEST.VALIDATION_FAILED');
      expect(reasons(answer.body)).toEqual([`items.1.${expected}`]);
    });

    it.each([
      ['a number beyond a double', '1e999', 'items.0.value not_finite'],
      ['a prototype', '{"__proto__":1}', 'items.0.value.__proto__ unknown_field'],
      ['a thousand levels', `${'['.repeat(1_000)}${']'.repeat(1_000)}`, 'items too_deep'],
    ])('refuses a value that is %s', async (_, value, reason) => {
      const json = `{"code":"${aCode()}","name":{"en-US":"N"},"scope":"tenant","items":[{"key":"a","label":{"en-US":"L"},"value":${value}}]}`;
      const answer = await owner.post('dictionaries').type('json').send(json);
      expectProblem(answer, 422, 'REQUEST.VALIDATION_FAILED');
      expect(reasons(answer.body)).toEqual([reason]);
    });

    it('refuses keys that occur before', async () => {
      const items = [PAID, OPEN, { ...OPEN, key: 'OPEN' }, PAID, OPEN];
      const answer = await owner.post('dictionaries', aDictionary({ items }));
      expectProblem(answer, 422, 'REQUEST.VALIDATION_FAILED');
      expect(reasons(answer.body)).toEqual(['items.3.key repeated_key', 'items.4.key repeated_key']);
    });

    it('requires the texts of an App in its default locale, and others in any language', async () => {
      const texts = { name: { 'en-US': 'Status' }, items: [{ ...PAID, label: { 'en-US': 'Paid' } }] };
      const answer = await owner.post('dictionaries', aDictionary({ ...texts, scope: 'app', app_id: appId }));
      expectProblem(answer, 422, 'REQUEST.VALIDATION_FAILED');
      expect(reasons(answer.body)).toEqual(['name.zh-CN required', 'items.0.label.zh-CN required']);
      await dictionaries.create(texts);
    });
  });

  describe('PATCH', () => {
    it.each<[string, object, string]>([
      ['without lock_version', { lock_version: undefined }, 'lock_version required'],
      ['a name that is null', { name: null }, 'name not_object'],
      ['repeated keys', { items: [OPEN, OPEN] }, 'items.1.key repeated_key'],
      ['an unknown field', { id: NOWHERE }, 'id unknown_field'],
    ])('refuses %s', async (_, changes, reason) => {
      const { id } = await dictionaries.create();
      const answer = await owner.patch(`dictionaries/${id}`, { lock_version: 1, ...changes });
      expectProblem(answer, 422, 'REQUEST.VALIDATION_FAILED');
      expect(reasons(answer.body)).toEqual([reason]);
      expect(await dictionaries.read(id)).toMatchObject({ lock_version: 1 });
    });

    it('requires the default locale of the App only in what changes', async () => {
      const app = await aManagedApp(owner, { supported_locales: ['zh-CN', 'ja-JP'] });
      const { id } = await dictionaries.create({ scope: 'app', app_id: app.id });
      const locales = { default_locale: 'ja-JP', supported_locales: ['ja-JP'], lock_version: app.lock_version };
      await owner.patch(`apps/${app.id}`, locales).expect(200);
      await dictionaries.patch(id, { is_public: false });
      const answer = await owner.patch(`dictionaries/${id}`, { lock_version: 2, name: NAME });
      expect(reasons(answer.body)).toEqual(['name.ja-JP required']);
    });
  });
});
