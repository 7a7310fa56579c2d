import type { components } from '../../api/schema';
import type { Section } from './section-form';

type PublicConfig = components['schemas']['AppPublicConfigResponse'];

const PARTS: Partial<Record<Section, readonly (keyof PublicConfig)[]>> = {
  basics: ['app', 'locale'],
  icon: ['app'],
  registration: ['registration', 'password_policy'],
  captcha: ['captcha'],
  flags: ['feature_flags'],
  client_config: ['client_config'],
  upgrade: ['upgrade'],
  support: ['support'],
  state: ['app'],
};

/** What of a section reaches phones by the configuration; null for what is used on the server alone. */
export function deliveredOf(config: PublicConfig, section: Section): Partial<PublicConfig> | null {
  const parts = PARTS[section];
  return parts ? Object.fromEntries(parts.map((part) => [part, config[part]])) : null;
}
