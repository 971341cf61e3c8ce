import { protocols } from '@claviger/contract/apps/applications/application-settings'
import { mayEnter } from '#platform/entrance/entrance.ts'
import { readOnlyContext } from '#platform/db/reading/read-as.ts'
import { type ClaimSubject, personOf } from '#features/apps/applications/applications.claims.ts'
import { applicationOfVersion } from '#features/apps/applications/applications.by-version.ts'
import type { SamlApplication } from '#features/apps/applications/applications.ts'
import { browserSessionIn } from '#features/access/sessions/sessions.browser.ts'
import { type BrowserSession, toBrowserSession } from '#features/sso/browser-sessions/browser-sessions.ts'
import type { BrowserContext } from '../browser-place.ts'
import { SamlRefusal } from '../saml-refusals.ts'
import type { SamlRequest } from './saml-request.ts'
import { type AccountLookup, type EnteredRow, findEntered } from './enter.store.ts'

export interface SamlSignIn {
  readonly here: BrowserSession | undefined
  readonly opens: boolean
  readonly policies: number | null
  readonly person: ClaimSubject | undefined
  readonly nameId: string | null
  readonly key: string | null
  readonly slug: string
  readonly sealedKey: Buffer
}

export interface SamlContext {
  readonly application: SamlApplication | undefined
  readonly entered: SamlSignIn
  readonly request: { readonly id: string; readonly asked: SamlRequest; readonly since: Date } | undefined
}

/** Finds an application and the user at the browser, in one statement. Throws Refused where the workspace is closed. */
export async function enter(place: BrowserContext, by: AccountLookup, value: string): Promise<SamlContext> {
  const { at, world, workspace } = place
  const session = browserSessionIn(world, workspace, place.cookies)
  const row = await findEntered(at, by, value, session ?? null)
  const { application: id, version, person, request, content, created } = row
  if (!mayEnter('saml', row.workspace_status)) throw new SamlRefusal('off')
  const application = id === null ? undefined : await applicationOfVersion(readOnlyContext(at), id, version)
  return {
    application: application?.protocol === protocols.saml ? application : undefined,
    request:
      request === null || content === null || created === null
        ? undefined
        : { id: request, asked: content, since: created },
    entered: {
      here: session !== undefined && isSomebody(row) ? toBrowserSession(world, workspace, session, row) : undefined,
      opens: row.opens,
      policies: row.policies,
      person: person === null ? undefined : personOf(person),
      nameId: row.name_id,
      key: row.key,
      slug: row.slug,
      sealedKey: row.sealed_key,
    },
  }
}

const isSomebody = (row: EnteredRow): row is EnteredRow & { user_id: string } => row.user_id !== null && row.known
