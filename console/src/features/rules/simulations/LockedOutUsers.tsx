import type { OutputOf } from '@claviger/contract/platform/endpoint'
import type { simulations } from '@claviger/contract/rules/simulations'
import { Button, Stack } from '@mantine/core'
import { t } from '#platform/text/text.ts'
import { Dialog } from '#platform/ui/over/Dialog.tsx'
import { Notice } from '#platform/ui/page/Notice.tsx'
import { Waiting } from '#platform/ui/page/Waiting.tsx'
import { type PolicyCheckInput, usePolicyEffects } from './usePolicyEffects.ts'

type Means = OutputOf<typeof simulations.check.reply>

const shown = 5

/** Users who would lose access; renders nothing if there are none. */
export function LockedOutUsers({ of }: { of: Pick<Means, 'lockedOut' | 'refused'> }) {
  if (of.lockedOut.length === 0 && !of.refused) return null
  const more = of.lockedOut.length - shown
  return (
    <Notice level={of.refused ? 'error' : 'warning'}>
      <b>
        {of.refused
          ? t("You can't save this because no owner would have a usable key.")
          : t('{count, plural, one {# administrator loses} other {# administrators lose}} a sign-in method:', {
              count: of.lockedOut.length,
            })}
      </b>
      <ul className="cv-bullets">
        {of.lockedOut.slice(0, shown).map(({ user, name, loses }) => (
          <li key={user}>{loses.length > 0 ? t('{name}: {loses}', { name, loses: loses.join(', ') }) : name}</li>
        ))}
        {more > 0 && <li>{t('and {count} more', { count: more })}</li>}
      </ul>
    </Notice>
  )
}

/** How many users lose the sign-in page or applications; renders nothing if none does. */
export function LostAccess({
  of: { users, signInPage, applications, otherApplications, complete },
}: {
  of: Means['lostAccess']
}) {
  if (users === 0) return null
  const places = [...(signInPage > 0 ? [{ id: '', name: t('Sign-in page'), users: signInPage }] : []), ...applications]
  return (
    <Notice level="warning">
      <b>
        {complete
          ? t('{count, plural, one {# user loses} other {# users lose}} access:', { count: users })
          : t('At least {count, plural, one {# user loses} other {# users lose}} access:', { count: users })}
      </b>
      <ul className="cv-bullets">
        {places.map(place => (
          <li key={place.id}>
            {t('{name}: {users, plural, one {# user} other {# users}}', { name: place.name, users: place.users })}
          </li>
        ))}
        {otherApplications > 0 && (
          <li>
            {t('{count, plural, one {# more application} other {# more applications}}', { count: otherApplications })}
          </li>
        )}
      </ul>
    </Notice>
  )
}

/** Number of users and keys affected by a change, and users who would lose access. */
export function Preview({ of }: { of: PolicyCheckInput }) {
  const means = usePolicyEffects(of)
  return (
    <Waiting on={means} what={t('the preview')}>
      {means.data && (
        <Stack gap={16}>
          {of.drafts.some(({ content }) => content !== null) && (
            <p>
              {t(
                'Affects {users, plural, one {# user} other {# users}} and {keys, plural, one {# key} other {# keys}}.',
                means.data.touches,
              )}
            </p>
          )}
          <LockedOutUsers of={means.data} />
          <LostAccess of={means.data.lostAccess} />
        </Stack>
      )}
    </Waiting>
  )
}

export default function LockOutDialog({
  of,
  act,
  busy,
  close,
  go,
}: {
  of: PolicyCheckInput
  act: string
  busy: boolean
  close: () => void
  go: () => void
}) {
  const means = usePolicyEffects(of)
  return (
    <Dialog open title={t('Users would be locked out')} close={close}>
      <Waiting on={means} what={t('the preview')}>
        {means.data && (
          <Stack gap={16}>
            <LockedOutUsers of={means.data} />
            <LostAccess of={means.data.lostAccess} />
          </Stack>
        )}
      </Waiting>
      <div className="cv-foot">
        <Button variant="default" data-autofocus onClick={close} disabled={busy}>
          {t('Keep editing')}
        </Button>
        {means.data?.refused === false && (
          <Button color="red" onClick={go} loading={busy}>
            {act}
          </Button>
        )}
      </div>
    </Dialog>
  )
}
