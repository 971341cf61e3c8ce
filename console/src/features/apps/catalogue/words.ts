import type { Category, PresetField } from '@claviger/contract/apps/catalogue/preset'
import { msg, t } from '../../../ground/text/text.ts'

export const categoryNames: Readonly<Record<Category, string>> = {
  operations: msg('Operations'),
  development: msg('Development'),
  collaboration: msg('Collaboration'),
  business: msg('Business'),
  identity: msg('Identity'),
  home: msg('At home'),
  any: msg('Anything else'),
}

/** What is asked for of an application, with an example. */
export const fieldNames: Readonly<Record<PresetField, { label: string; example: string; help?: string }>> = {
  address: {
    label: msg('Address'),
    example: 'https://grafana.example.com',
    help: msg('Where people open it in a browser.'),
  },
  name: {
    label: msg('Your name there'),
    example: 'northgate',
    help: msg('As in the addresses of your company there.'),
  },
  spEntityId: {
    label: msg('Entity ID'),
    example: 'https://app.example.com/saml',
    help: msg('The application shows it where its single sign-on is set up.'),
  },
  acs: { label: msg('Address that takes assertions (ACS)'), example: 'https://app.example.com/saml/acs' },
  redirect: {
    label: msg('Redirect address'),
    example: 'https://app.example.com/callback',
    help: msg('Also called callback or redirect URI.'),
  },
  roles: {
    label: msg('ARNs of the role and of the provider'),
    example: 'arn:aws:iam::123456789012:role/Admin,arn:aws:iam::123456789012:saml-provider/Claviger',
  },
  tenant: {
    label: msg('Tenant ID'),
    example: '7f3c0d1e-52a4-4b0c-9d0e-0a1b2c3d4e5f',
    help: msg('In the Entra admin center, under Overview.'),
  },
  application: {
    label: msg('Application (client) ID'),
    example: '11c0ffee-52a4-4b0c-9d0e-0a1b2c3d4e5f',
    help: msg('Of the app registration in Entra ID that asks in the name of the tenant.'),
  },
}

/** Those that are no application of a maker. */
const general: Readonly<Record<string, string>> = {
  'openid-connect': msg('Any application with OpenID Connect'),
  saml: msg('Any application with SAML'),
  'duo-second-factor': msg('Anything that asks Duo (second factor)'),
  nginx: msg('Anything behind nginx'),
  traefik: msg('Anything behind Traefik'),
  caddy: msg('Anything behind Caddy'),
}

/** What can be added, by its name. */
export const nameOf = ({ key, name }: { key: string; name: string }): string => t(general[key] ?? name)

/** Is it of no maker, so that only whoever adds it knows what it is called? */
export const isGeneral = (key: string): boolean => key in general
