import { applyDecorators } from '@nestjs/common';
import { ApiQuery, type ApiQueryOptions, getSchemaPath } from '@nestjs/swagger';
import { type FieldError, ValidationFailedError } from '@libs/kernel';
import {
  MAX_VERSION_CODE,
  PACKAGE_TYPES,
  type PackageType,
  type Platform,
  RELEASE_PLATFORMS,
  type UpgradeQuestion,
} from '@libs/releases';
import { checkInteger, checkOneOf, checkText, type FieldCheck, parseDecimal } from '../../http/fields/field-checks';
import type { Query } from '../../http/request/query';
import { queryFields } from '../../http/fields/query-fields';

/** What a client reports about itself; `null` for what it leaves out. */
export type AppVersionQuery = Omit<UpgradeQuestion, 'deviceKey'>;

interface Parameter {
  readonly check: FieldCheck;
  readonly document: Partial<ApiQueryOptions>;
}

const DEFAULT_PACKAGE_TYPE: PackageType = 'native_app';
const MAX_TEXT_LENGTH = 64;

const PARAMETERS = {
  platform: {
    check: checkOneOf(RELEASE_PLATFORMS),
    document: { required: true, enum: [...RELEASE_PLATFORMS], enumName: 'ReleasePlatform' },
  },
  package_type: {
    check: checkOneOf(PACKAGE_TYPES),
    document: {
      description: 'The package type that the client would install',
      schema: { $ref: getSchemaPath('ReleasePackageType'), default: DEFAULT_PACKAGE_TYPE } as object,
    },
  },
  version_code: code(
    'The version_code that the client runs, of the package type. Required for an answer that says what the client should do.',
  ),
  native_version_code: code(
    'The version_code of the native app around a wgt. Without it the client checks min_native_version_code itself.',
  ),
  wgt_version_code: code('The version_code of the wgt, if version_code is that of the native app'),
  runtime_version: text('The uni-app runtime of the client', '4.29'),
  channel: text(
    'Source from which the client was installed, such as a market. The answer does not depend on it.',
    'huawei',
  ),
} as const satisfies Record<string, Parameter>;

const NAMES = Object.keys(PARAMETERS) as (keyof typeof PARAMETERS)[];
const KNOWN: ReadonlySet<string> = new Set(NAMES);

/** Parsed by hand, since every client asks at every start; the checks are the same as those of request fields. */
export function readAppVersionQuery(query: Query): AppVersionQuery {
  const given = queryFields(query, KNOWN);
  const errors: FieldError[] = [];
  for (const name of NAMES) {
    const value = given[name];
    if (value === undefined) continue;
    const problem = PARAMETERS[name].check(value);
    if (problem) errors.push({ field: name, ...problem });
  }
  if (given['platform'] === undefined) errors.unshift({ field: 'platform', code: 'required' });
  if (errors.length > 0) throw new ValidationFailedError(errors);
  return {
    platform: given['platform'] as Platform,
    packageType: (given['package_type'] as PackageType | undefined) ?? DEFAULT_PACKAGE_TYPE,
    versionCode: codeOf(given['version_code']),
    nativeVersionCode: codeOf(given['native_version_code']),
    wgtVersionCode: codeOf(given['wgt_version_code']),
    runtimeVersion: given['runtime_version'] ?? null,
  };
}

/** Documents these parameters. */
export function AppVersionParameters(): MethodDecorator {
  return applyDecorators(...NAMES.map((name) => ApiQuery({ name, required: false, ...PARAMETERS[name].document })));
}

function code(description: string): Parameter {
  const check = checkInteger(0, MAX_VERSION_CODE);
  return {
    check: (value) => check(parseDecimal(value)),
    document: { description, schema: { type: 'integer', minimum: 0, maximum: MAX_VERSION_CODE, example: 10200 } },
  };
}

function text(description: string, example: string): Parameter {
  return {
    check: checkText({ max: MAX_TEXT_LENGTH }),
    document: { description, schema: { type: 'string', minLength: 1, maxLength: MAX_TEXT_LENGTH, example } },
  };
}

function codeOf(value: string | undefined): number | null {
  return value === undefined ? null : Number(value);
}
