import { computers } from '@claviger/contract/keys/computers'
import type { Computer } from '@claviger/contract/keys/computers'
import { Button, Group, Stack } from '@mantine/core'
import { useWrite } from '#platform/data/useWrite.ts'
import { t, Trans } from '#platform/text/text.ts'
import { Password } from '#platform/ui/fields/Password.tsx'
import { Text } from '#platform/ui/fields/Text.tsx'
import { Foot } from '#platform/ui/form/Foot.tsx'
import { Form } from '#platform/ui/form/Form.tsx'
import { Panel } from '#platform/ui/over/Panel.tsx'
import { toast } from '#platform/ui/over/toast.ts'

export default function SetAccount({ computer, close }: { computer: Computer; close: () => void }) {
  const remove = useWrite(computers.removeAccount, {
    done() {
      toast('success', t('Fixed account removed'))
      close()
    },
  })
  return (
    <Panel open title={t('Fixed account for {name}', { name: computer.name })} close={close}>
      <Stack gap={16}>
        <p className="cv-lead">
          {t(
            'Users who sign in here with a key use this account and never see its password. After you save it, only the agent on this computer can read the password.',
          )}
        </p>
        {computer.account !== null && (
          <Group className="cv-box cv-wrap" gap={12} justify="space-between" p="10px 12px">
            <span>
              <Trans id="Current account: <0/>" components={[<b key="account">{computer.account}</b>]} />
            </span>
            <Button
              size="xs"
              variant="default"
              loading={remove.isPending}
              onClick={() => remove.mutate({ _id: computer.id })}
            >
              {t('Remove account')}
            </Button>
          </Group>
        )}
        <Form
          of={computers.setAccount}
          start={{ username: computer.account ?? '', password: '' }}
          fixed={{ _id: computer.id }}
          done={() => {
            toast('success', t('Fixed account saved'))
            close()
          }}
        >
          <Text
            name="username"
            label={t('Account')}
            help={t('Format: domain\\user')}
            autoComplete="off"
            autoFocus={computer.account === null}
          />
          <Password name="password" label={t('Password')} autoComplete="new-password" />
          <Foot save={t('Save account')} cancel={{ do: close }} />
        </Form>
      </Stack>
    </Panel>
  )
}
