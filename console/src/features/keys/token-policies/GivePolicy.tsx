import { tokenPolicies } from '@claviger/contract/keys/token-policies'
import type { TokenPolicy } from '@claviger/contract/keys/token-policies'
import { Button, Stack, Switch } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { useWrite } from '#platform/data/useWrite.ts'
import { t } from '#platform/text/text.ts'
import { Panel } from '#platform/ui/over/Panel.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { PickPeople } from '#features/people/members/PickPeople.tsx'

export default function GivePolicy({ of, close }: { of: TokenPolicy; close: () => void }) {
  const [people, setPeople] = useState<string[]>([])
  const [existing, setExisting] = useState(false)
  const give = useWrite(tokenPolicies.ofUsers, {
    done(reply) {
      const users = t('{count, plural, one {# user now uses} other {# users now use}} {name}', {
        count: reply.users,
        name: of.name,
      })
      toast('success', users)
      close()
    },
  })
  const send = (event: FormEvent) => {
    event.preventDefault()
    give.mutate({ ids: people, tokenPolicy: of.id, existingKeys: existing })
  }
  return (
    <Panel open title={t('Assign {name} to users', { name: of.name })} close={close}>
      <Stack onSubmit={send} component="form" className="cv-linked" gap={16}>
        <PickPeople label={t('Users')} value={people} change={setPeople} autoFocus />
        <Switch
          size="xs"
          withThumbIndicator={false}
          label={t('Also change existing keys')}
          description={t('The verification of keys is not changed. You can change it in the list of keys.')}
          checked={existing}
          onChange={event => setExisting(event.currentTarget.checked)}
        />
        <div className="cv-foot">
          <Button variant="default" onClick={close}>
            {t('Cancel')}
          </Button>
          <Button type="submit" disabled={people.length === 0} loading={give.isPending}>
            {t('Assign policy')}
          </Button>
        </div>
      </Stack>
    </Panel>
  )
}
