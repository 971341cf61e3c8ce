import { assurancePreset, AssuranceRules, PeopleRules, protocols } from '@claviger/contract/connect/identity-providers'
import type { AppContext } from '#platform/app-context.ts'
import type { OidcRow } from '#features/connect/identity-providers/identity-providers.ts'

// It belongs to no workspace
const installation = ''

/** The provider with which the operator verifies who registers; undefined without one. */
export function ownVerifier({ config }: Pick<AppContext, 'config'>): OidcRow | undefined {
  const { identityIssuer: issuer, identityClientId: clientId, identityFrameworks: frameworks } = config
  if (issuer === undefined || clientId === undefined) return undefined
  const never = new Date(0)
  return {
    workspace_id: installation,
    id: installation,
    protocol: protocols.oidc,
    preset: assurancePreset,
    name: new URL(issuer).hostname,
    active: true,
    issuer,
    settings: {
      clientId,
      tokenAuth: 'client_secret_basic',
      scopes: [],
      signOutThere: false,
      people: PeopleRules.parse({}),
      rolesBy: null,
      assurance: AssuranceRules.parse({ frameworks: [...frameworks] }),
    },
    sealed: null,
    next_sealed: null,
    metadata_url: null,
    metadata_read_at: null,
    metadata_fault: null,
    waiting: null,
    waiting_since: null,
    certificate_ends_at: null,
    told_days: null,
    own_ends_at: null,
    own_told_days: null,
    version: 1,
    last_used_at: null,
    created_at: never,
    changed_at: never,
    changed_by: '',
  }
}

/** Is this the operator's provider? */
export const isOwnVerifier = (row: Pick<OidcRow, 'workspace_id'>): boolean => row.workspace_id === installation
