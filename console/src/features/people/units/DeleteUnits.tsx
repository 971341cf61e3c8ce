import { units } from '@claviger/contract/people/units'
import type { Unit } from '@claviger/contract/people/units'
import { t } from '#platform/text/text.ts'
import { Dependents, useDependents } from '../dependents/Dependents.tsx'
import { DeleteMany } from '#platform/ui/over/DeleteMany.tsx'

interface Props {
  of: readonly Unit[]
  close: () => void
  done: () => void
}

export default function DeleteUnits({ of, close, done }: Props) {
  const people = of.reduce((sum, unit) => sum + unit.userCount, 0)
  const admins = new Set(of.flatMap(unit => unit.admins.map(({ id }) => id))).size
  const found = useDependents(
    'unit',
    of.map(({ id }) => id),
  )
  return (
    <DeleteMany
      of={units.removeMany}
      things={of}
      more={found.seen}
      act={t('Delete {count, plural, one {# unit} other {# units}}', { count: of.length })}
      said={count => t('{count, plural, one {# unit} other {# units}} deleted', { count })}
      close={close}
      done={done}
    >
      <p>
        {t('{count, plural, one {# user stays} other {# users stay}} in the workspace.', { count: people })}{' '}
        {admins > 0 &&
          t('{count, plural, one {# unit admin can no longer see} other {# unit admins can no longer see}} them.', {
            count: admins,
          })}
      </p>
      <p>{t("A deleted unit can't be restored.")}</p>
      <Dependents of={found} />
    </DeleteMany>
  )
}
