import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { dependents, mostDependents, type TargetKind } from '@claviger/contract/people/dependents'
import { Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useRead } from '#platform/data/useRead.ts'
import { t } from '#platform/text/text.ts'
import { Notice } from '#platform/ui/page/Notice.tsx'
import { Waiting } from '#platform/ui/page/Waiting.tsx'
import { addressOf, kindName } from './dependent-labels.ts'

/** What depends on objects that are about to be deleted. `seen` goes with the call that deletes them. */
export function useDependents(kind: TargetKind, ids: readonly string[], when = true) {
  const read = useRead(dependents.list, { kind, ids: [...ids] }, { quiet: true, fresh: 0, when })
  return { kind, read, seen: { lockOutSeen: read.isSuccess } }
}

type Found = ReturnType<typeof useDependents>

const shown = 8

export function Dependents({ of: { kind, read } }: { of: Found }) {
  return (
    <Waiting on={read} what={t('the preview')}>
      {read.data && <Preview kind={kind} of={read.data} />}
    </Waiting>
  )
}

function Preview({ kind, of }: { kind: TargetKind; of: OutputOf<typeof dependents.list.reply> }) {
  const { items, lockedOut, refused } = of
  const blockers = kind === 'group' || kind === 'user' ? [] : items.filter(({ blocks }) => blocks)
  const more = items.length - shown
  return (
    <>
      {items.length > 0 && (
        <div>
          <p>{t('Used by:')}</p>
          <Stack component="ul" className="cv-bullets cv-scroll cv-wrap" gap={4} mah={200} mt={4}>
            {items.slice(0, shown).map(one => (
              <li key={`${one.kind} ${one.id}`}>
                {kindName(one.kind)}
                {one.name !== null && (
                  <>
                    {' '}
                    <Link to={addressOf(one)}>{one.name}</Link>
                  </>
                )}
              </li>
            ))}
            {more > 0 && (
              <li>{items.length < mostDependents ? t('and {count} more', { count: more }) : t('and more')}</li>
            )}
          </Stack>
        </div>
      )}
      {blockers.length > 0 && (
        <Notice level="error">
          {t('Access policies that block name it. Remove it from them first, so that they keep blocking.')}
        </Notice>
      )}
      {refused ? (
        <Notice level="error">{t("You can't delete this because no owner would have a usable key.")}</Notice>
      ) : (
        lockedOut.length > 0 && (
          <Notice level="warning">
            {t(
              '{count, plural, one {# user loses} other {# users lose}} their last usable key by an access policy: {names}.',
              { count: lockedOut.length, names: namesOf(lockedOut) },
            )}
          </Notice>
        )
      )}
    </>
  )
}

const namesOf = (all: readonly { name: string }[]): string =>
  [...all.slice(0, shown).map(({ name }) => name), ...(all.length > shown ? ['…'] : [])].join(', ')
