import { mayEnter } from '../../../../ground/entrance/entrance.ts'
import { readingApart } from '../../../../ground/db/transaction.ts'
import { type Person, personOf } from '../../../apps/applications/applications.claims.ts'
import { applicationOfVersion } from '../../../apps/applications/applications.by-version.ts'
import type { SamlApplication } from '../../../apps/applications/applications.ts'
import { browserSessionIn } from '../../../access/sessions/sessions.browser.ts'
import { type Here, hereBy } from '../../browser-sessions/browser-sessions.ts'
import type { Place } from '../place.ts'
import { Refused } from '../refused.ts'
import type { Asked } from './asked.ts'
import { type By, type EnteredRow, findEntered } from './enter.store.ts'

export interface Entered {
  readonly here: Here | undefined
  readonly opens: boolean
  readonly policies: number | null
  readonly person: Person | undefined
  readonly nameId: string | null
  readonly key: string | null
  readonly slug: string
  readonly sealedKey: Buffer
}

export interface Found {
  readonly application: SamlApplication | undefined
  readonly entered: Entered
  readonly request: { readonly id: string; readonly asked: Asked; readonly since: Date } | undefined
}

/** Finds an application and the user at the browser, in one statement. Throws Refused where the workspace is closed. */
export async function enter(place: Place, by: By, value: string): Promise<Found> {
  const { at, world, workspace } = place
  const session = browserSessionIn(world, workspace, place.cookies)
  const row = await findEntered(at, by, value, session ?? null)
  const { application: id, version, person, request, content, created } = row
  if (!mayEnter('saml', row.workspace_status)) throw new Refused('off')
  const application = id === null ? undefined : await applicationOfVersion(readingApart(at), id, version)
  return {
    application: application?.protocol === 2 ? application : undefined,
    request:
      request === null || content === null || created === null
        ? undefined
        : { id: request, asked: content, since: created },
    entered: {
      here: session !== undefined && isSomebody(row) ? hereBy(world, workspace, session, row) : undefined,
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
