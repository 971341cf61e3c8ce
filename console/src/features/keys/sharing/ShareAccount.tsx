import { sharing } from '@claviger/contract/keys/sharing'
import type { User } from '@claviger/contract/people/users'
import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { useWrite } from '#platform/data/useWrite.ts'
import { t } from '#platform/text/text.ts'
import { MultiSelect } from '#platform/ui/fields/MultiSelect.tsx'
import { Panel } from '#platform/ui/over/Panel.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { PickPeople } from '#features/people/members/PickPeople.tsx'
import { nameOf } from '#features/people/users/user-status.ts'

export default function ShareAccount({ user, close }: { user: User; close: () => void }) {
  const [people, setPeople] = useState<string[]>([])
  const [chosen, setChosen] = useState<string[]>([])
  const free = useRead(sharing.groupIds, { id: user.id })
  const add = useWrite(sharing.add, {
    done({ added }) {
      toast('success', t('Shared with {count, plural, one {# more} other {# more}}', { count: added }))
      close()
    },
  })
  const send = (event: FormEvent) => {
    event.preventDefault()
    add.mutate({ id: user.id, users: people, groups: chosen })
  }
  return (
    <Panel open title={t("Share {name}'s account", { name: nameOf(user) })} close={close}>
      <Stack onSubmit={send} component="form" className="cv-linked" gap={16}>
        <PickPeople label={t('Users')} value={people} change={setPeople} autoFocus />
        <MultiSelect
          size="sm"
          label={t('Groups')}
          data={(free.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          value={chosen}
          searchable
          nothingFoundMessage={t('No match')}
          onChange={setChosen}
        />
        <p>
          {t(
            'With their own cards, users can use the passkeys of this account. You can share only passkeys stored on this server, not those on phones or hardware keys.',
          )}
        </p>
        <div className="cv-foot">
          <Button variant="default" onClick={close}>
            {t('Cancel')}
          </Button>
          <Button type="submit" disabled={people.length + chosen.length === 0} loading={add.isPending}>
            {t('Share')}
          </Button>
        </div>
      </Stack>
    </Panel>
  )
}
