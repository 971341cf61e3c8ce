import { units } from '@claviger/contract/people/units'
import type { Unit } from '@claviger/contract/people/units'
import { useWrite } from '../../../ground/data/useWrite.ts'
import { t } from '../../../ground/text/text.ts'
import { Confirm } from '../../../ground/ui/over/Confirm.tsx'
import { toast } from '../../../ground/ui/over/toast.ts'

/** Asks before organization units are deleted. */
export default function DeleteUnits({ of, close, done }: { of: readonly Unit[]; close: () => void; done: () => void }) {
  const remove = useWrite(units.removeMany, {
    done() {
      toast('success', t('{count, plural, one {# unit} other {# units}} deleted', { count: of.length }))
      close()
      done()
    },
  })
  const people = of.reduce((sum, unit) => sum + unit.userCount, 0)
  const admins = new Set(of.flatMap(unit => unit.admins.map(({ id }) => id))).size
  return (
    <Confirm
      open
      title={t('Delete {count, plural, one {# unit} other {# units}}?', { count: of.length })}
      keep={t('Keep them')}
      act={t('Delete {count, plural, one {# unit} other {# units}}', { count: of.length })}
      busy={remove.isPending}
      close={close}
      confirm={() => remove.mutate({ ids: of.map(unit => unit.id) })}
    >
      <p>{of.map(unit => unit.name).join(', ')}</p>
      <p>
        {t('{count, plural, one {# user stays} other {# users stay}} in the workspace.', { count: people })}{' '}
        {admins > 0 &&
          t('{count, plural, one {# unit admin no longer sees} other {# unit admins no longer see}} them.', {
            count: admins,
          })}
      </p>
      <p>{t('A deleted unit cannot be brought back.')}</p>
    </Confirm>
  )
}
