import { field } from '@libs/kernel';
import { EntitySchema } from 'typeorm';
import { columnsIn, columnsOf, fieldsOf } from './entity-columns';

class Shop {
  readonly tenantId!: string;
  readonly id!: string;
  readonly iconFileId!: string | null;
  readonly name!: string;

  get isNamed(): boolean {
    return this.name !== '';
  }
}

const SCHEMA = new EntitySchema<Shop>({
  name: 'Shop',
  tableName: 'shops',
  columns: {
    tenantId: { type: 'uuid', name: 'tenant_id', primary: true },
    id: { type: 'uuid', primary: true },
    iconFileId: { type: 'uuid', name: 'icon_file_id', nullable: true },
    name: { type: 'text', name: 'name' },
  },
});

describe('The columns of an entity', () => {
  it('are read under the names of its fields', () => {
    expect(columnsOf(SCHEMA, 's')).toBe('s.tenant_id AS "tenantId", s.id, s.icon_file_id AS "iconFileId", s.name');
  });

  it('are those of the named fields, in the named order', () => {
    expect(columnsOf(SCHEMA, 'shops', ['name', 'iconFileId'])).toBe('shops.name, shops.icon_file_id AS "iconFileId"');
  });

  it('do not have what is no column, which is found out when the program is loaded', () => {
    expect(() => columnsOf(SCHEMA, 's', ['isNamed'])).toThrow('Shop has no column for isNamed');
  });

  it('give all fields but those that are left out, in the order of the schema', () => {
    expect(fieldsOf(SCHEMA, { without: ['id', 'tenantId'] })).toEqual(['iconFileId', 'name']);
    expect(fieldsOf(SCHEMA)).toEqual(['tenantId', 'id', 'iconFileId', 'name']);
  });

  it('are those of fields without an entity, too', () => {
    expect(columnsIn({ id: field.uuid(), iconFileId: field.uuid() })).toBe('id, icon_file_id AS "iconFileId"');
  });
});
