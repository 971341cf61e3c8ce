import {
  AssuranceRules,
  type OidcProvider,
  PeopleRules,
  protocols,
  type SamlProvider,
} from '@claviger/contract/connect/identity-providers'

const people = PeopleRules.parse({})
const assurance = AssuranceRules.parse({})

export const newProviderDraft = (protocol: number): Record<string, unknown> =>
  protocol === protocols.oidc
    ? {
        preset: 'generic',
        name: '',
        issuer: '',
        clientId: '',
        clientSecret: '',
        tokenAuth: 'client_secret_basic',
        signOutThere: false,
        scopes: ['profile', 'email'],
        people,
        assurance,
      }
    : {
        preset: 'generic',
        name: '',
        metadataUrl: '',
        metadata: '',
        entityId: '',
        ssoUrl: '',
        ssoBinding: 'redirect',
        sloUrl: '',
        certificates: '',
        nameIdFormat: 'persistent',
        signRequests: true,
        signOutThere: true,
        forceAuthn: false,
        unsolicited: false,
        people,
      }

export const isSaml = (of: OidcProvider | SamlProvider): of is SamlProvider => of.protocol === protocols.saml

/** Initial values of an existing provider's form; the API never returns the secret. */
export function startOf(of: OidcProvider | SamlProvider): Record<string, unknown> {
  const common = { preset: of.preset, name: of.name, people: of.people }
  if (!isSaml(of))
    return {
      ...common,
      issuer: of.issuer,
      clientId: of.clientId,
      clientSecret: '',
      tokenAuth: of.tokenAuth,
      signOutThere: of.signOutThere,
      scopes: of.scopes,
      assurance: of.assurance,
    }
  return {
    ...common,
    metadataUrl: of.metadata.url ?? '',
    metadata: '',
    entityId: of.issuer,
    ssoUrl: of.ssoUrl,
    ssoBinding: of.ssoBinding,
    sloUrl: of.sloUrl,
    certificates: of.certificates.map(one => one.pem).join('\n'),
    nameIdFormat: of.nameIdFormat,
    signRequests: of.signRequests,
    signOutThere: of.signOutThere,
    forceAuthn: of.forceAuthn,
    unsolicited: of.unsolicited,
  }
}
