import { workspaceEndings } from '@claviger/contract/access/workspace-deletion.others'
import { allAdministrators } from '@claviger/contract/tenancy/all-administrators'
import {
  type SecondPersonRequest,
  secondPerson,
  secondPersonHours,
  secondPersonKinds,
} from '@claviger/contract/tenancy/second-person'
import { Button, Stack } from '@mantine/core'
import { useRead } from '#platform/data/useRead.ts'
import { useWrite } from '#platform/data/useWrite.ts'
import { t, Trans } from '#platform/text/text.ts'
import { When } from '#platform/ui/bits/When.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { Notice } from '#platform/ui/page/Notice.tsx'

const { deletion, ownerChange } = secondPersonKinds

/** Notice that an action needs the approval of a second super administrator. */
export const toastWaits = () =>
  toast('info', t('Another super administrator must confirm this'), {
    detail: t('All super administrators were asked by email. The request expires in {hours} hours.', {
      hours: secondPersonHours,
    }),
  })

function Waiting({ of, workspace }: { of: SecondPersonRequest; workspace: { id: string; name: string } }) {
  const one = { id: workspace.id, request: of.id }
  const confirm = useWrite(of.kind === ownerChange ? allAdministrators.confirmOwner : workspaceEndings.confirm, {
    done: () => toast('success', t('Confirmed for {name}', workspace)),
  })
  const withdraw = useWrite(secondPerson.withdraw, { done: () => toast('success', t('Request withdrawn')) })
  return (
    <Notice level="warning">
      <Stack gap={12}>
        <p>
          <Trans
            id={
              of.kind === ownerChange
                ? '{by} asks to make {owner} the owner of {name}. Another super administrator must confirm this until <0/>.'
                : of.kind === deletion
                  ? '{by} asks to delete {name}. Another super administrator must confirm this until <0/>.'
                  : '{by} asks to reset {name}. Another super administrator must confirm this until <0/>.'
            }
            values={{ by: of.askedBy, name: workspace.name, owner: of.newOwner ?? '' }}
            components={[<When key="0" at={of.until} />]}
          />
        </p>
        <div className="cv-ends">
          <Button variant="default" loading={withdraw.isPending} onClick={() => withdraw.mutate(one)}>
            {of.own ? t('Withdraw request') : t('Refuse request')}
          </Button>
          {!of.own && (
            <Button color="red" loading={confirm.isPending} onClick={() => confirm.mutate(one)}>
              {of.kind === ownerChange
                ? t('Confirm owner change')
                : of.kind === deletion
                  ? t('Confirm deletion')
                  : t('Confirm reset')}
            </Button>
          )}
        </div>
      </Stack>
    </Notice>
  )
}

/** Actions of the given kinds in a workspace that need a second super administrator. */
export function SecondPerson({
  workspace,
  kinds,
}: {
  workspace: { id: string; name: string }
  kinds: readonly number[]
}) {
  const waiting = useRead(secondPerson.list, { id: workspace.id }, { quiet: true }).data?.items ?? []
  return waiting
    .filter(({ kind }) => kinds.includes(kind))
    .map(one => <Waiting key={one.id} of={one} workspace={workspace} />)
}
