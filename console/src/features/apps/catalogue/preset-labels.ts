import type { Category, PresetField } from '@claviger/contract/apps/catalogue/preset'
import { msg, t } from '#platform/text/text.ts'

export const categoryNames: Readonly<Record<Category, string>> = {
  operations: msg('Operations'),
  development: msg('Development'),
  collaboration: msg('Collaboration'),
  business: msg('Business'),
  identity: msg('Identity'),
  home: msg('At home'),
  any: msg('Other'),
}

export const fieldNames: Readonly<Record<PresetField, { label: string; example: string; help?: string }>> = {
  address: {
    label: msg('Address'),
    example: 'https://grafana.example.com',
    help: msg('The URL users open in the browser'),
  },
  name: {
    label: msg('Account or organization name'),
    example: 'northgate',
    help: msg("As in your organization's URLs there"),
  },
  spEntityId: {
    label: msg('Entity ID'),
    example: 'https://app.example.com/saml',
    help: msg("Shown in the application's single sign-on settings"),
  },
  acs: { label: msg('Assertion consumer service (ACS) URL'), example: 'https://app.example.com/saml/acs' },
  redirect: {
    label: msg('Redirect address'),
    example: 'https://app.example.com/callback',
    help: msg('Also called callback URL or redirect URI'),
  },
  roles: {
    label: msg('Role ARN and provider ARN'),
    example: 'arn:aws:iam::123456789012:role/Admin,arn:aws:iam::123456789012:saml-provider/Claviger',
  },
  tenant: {
    label: msg('Tenant ID'),
    example: '7f3c0d1e-52a4-4b0c-9d0e-0a1b2c3d4e5f',
    help: msg('In the Entra admin center, under Overview'),
  },
  application: {
    label: msg('Application (client) ID'),
    example: '11c0ffee-52a4-4b0c-9d0e-0a1b2c3d4e5f',
    help: msg('From the Entra ID app registration that sends the requests for this tenant'),
  },
  page: {
    label: msg('Address'),
    example: 'https://intranet.example.com',
    help: msg('The page that My Apps opens'),
  },
}

const general: Readonly<Record<string, string>> = {
  'openid-connect': msg('Any application with OpenID Connect'),
  saml: msg('Any application with SAML'),
  'duo-second-factor': msg('Any Duo-compatible application (second factor)'),
  nginx: msg('Any application behind nginx'),
  traefik: msg('Any application behind Traefik'),
  caddy: msg('Any application behind Caddy'),
  bookmark: msg('Bookmark (any address)'),
}

export const nameOf = ({ key, name }: { key: string; name: string }): string => t(general[key] ?? name)

/** True for generic presets, which need a name from the administrator. */
export const isGeneral = (key: string): boolean => key in general
