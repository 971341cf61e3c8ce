import { type Preset, protocols } from '@claviger/contract/connect/identity-providers'
import { msg } from '#platform/text/text.ts'

interface Known {
  name: string
  speaks: readonly number[]
  issuer?: string
  hint: string
}

const both = [protocols.oidc, protocols.saml]

export const known: Record<Preset, Known> = {
  entra: {
    name: 'Microsoft Entra ID',
    speaks: both,
    issuer: 'https://login.microsoftonline.com/<tenant id>/v2.0',
    hint: msg(
      "Entra admin center: App registrations → New registration, platform Web, Claviger's redirect address. Then Certificates & secrets → New client secret. For SAML: Enterprise applications → New application → Single sign-on.",
    ),
  },
  adfs: {
    name: 'AD FS',
    speaks: both,
    issuer: 'https://adfs.example.org/adfs',
    hint: msg(
      "AD FS Management: Application Groups → Server application accessing a web API. For SAML: Relying Party Trusts → Add, with Claviger's metadata URL.",
    ),
  },
  okta: {
    name: 'Okta',
    speaks: both,
    issuer: 'https://example.okta.com',
    hint: msg('Okta admin console: Applications → Create App Integration → OIDC Web Application, or SAML 2.0.'),
  },
  google: {
    name: 'Google',
    speaks: both,
    issuer: 'https://accounts.google.com',
    hint: msg(
      'Google Cloud console: APIs & Services → Credentials → OAuth client ID, Web application. For SAML: Admin console → Apps → Web and mobile apps → Add custom SAML app.',
    ),
  },
  duo: {
    name: 'Duo Admin',
    speaks: both,
    issuer: 'https://sso-xxxxxxxx.sso.duosecurity.com/oidc/<client id>',
    hint: msg(
      'Duo Admin Panel: Applications → Protect an Application → Generic OIDC, or Generic SAML Service Provider.',
    ),
  },
  ignition: {
    name: 'Ignition',
    speaks: both,
    hint: msg("Ignition Gateway: Config → Security → Identity Providers, with Claviger's URLs as the application."),
  },
  horizon: {
    name: 'VMware Horizon',
    speaks: [protocols.saml],
    hint: msg("Workspace ONE Access: Catalog → New web app → SAML 2.0, with Claviger's metadata URL."),
  },
  citrix: {
    name: 'Citrix',
    speaks: both,
    hint: msg("NetScaler: Security → AAA → SAML IdP profile or OAuth IdP profile, with Claviger's URLs."),
  },
  keycloak: {
    name: 'Keycloak',
    speaks: both,
    issuer: 'https://keycloak.example.org/realms/<realm>',
    hint: msg('Keycloak: Clients → Create client. Choose SAML, or OpenID Connect with client authentication.'),
  },
  assurance: {
    name: msg('Identity verification'),
    speaks: [protocols.oidc],
    issuer: 'https://id.example.org',
    hint: msg(
      'A service that verifies identity documents with OpenID Connect for Identity Assurance. Card pages can use it to verify users. It never signs users in.',
    ),
  },
  generic: {
    name: msg('Another provider'),
    speaks: both,
    hint: msg("Enter Claviger's URLs at the provider, and the provider's values here."),
  },
}

export const nameOf = (preset: string): string => (known[preset as Preset] ?? known.generic).name
