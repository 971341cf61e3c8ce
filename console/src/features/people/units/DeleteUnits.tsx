import { units } from '@claviger/contract/people/units'
import type { Unit } from '@claviger/contract/people/units'
import { useWrite } from '../../../ground/data/useWrite.ts'
import { many } from '../../../ground/ui/bits/moments.ts'
import { Confirm } from '../../../ground/ui/over/Confirm.tsx'
import { toast } from '../../../ground/ui/over/toast.ts'

/** Asks before organization units are deleted. */
export default function DeleteUnits({ of, close, done }: { of: readonly Unit[]; close: () => void; done: () => void }) {
  const remove = useWrite(units.removeMany, {
    alsoRefresh: ['users', 'groups', 'administrators'],
    done() {
      toast('success', `${many(of.length, 'unit')} deleted`)
      close()
      done()
    },
  })
  const people = of.reduce((sum, unit) => sum + unit.userCount, 0)
  const admins = new Set(of.flatMap(unit => unit.admins.map(({ id }) => id))).size
  return (
    <Confirm
      open
      title={`Delete ${many(of.length, 'unit')}?`}
      keep="Keep them"
      act={`Delete ${many(of.length, 'unit')}`}
      busy={remove.isPending}
      close={close}
      confirm={() => remove.mutate({ ids: of.map(unit => unit.id) })}
    >
      <p>{of.map(unit => unit.name).join(', ')}</p>
      <p>
        {many(people, 'user')} {people === 1 ? 'stays' : 'stay'} in the workspace.
        {admins > 0 && ` ${many(admins, 'unit admin')} no longer ${admins === 1 ? 'sees' : 'see'} them.`}
      </p>
      <p>A deleted unit cannot be brought back.</p>
    </Confirm>
  )
}
