import { computers } from '@claviger/contract/keys/computers'
import type { Computer } from '@claviger/contract/keys/computers'
import { t } from '#platform/text/text.ts'
import { Text } from '#platform/ui/fields/Text.tsx'
import { Foot } from '#platform/ui/form/Foot.tsx'
import { Form } from '#platform/ui/form/Form.tsx'
import { Panel } from '#platform/ui/over/Panel.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { Grid } from '#platform/ui/page/Grid.tsx'

export default function EditComputer({ computer, close }: { computer: Computer; close: () => void }) {
  return (
    <Panel open title={t('Edit {name}', { name: computer.name })} close={close}>
      <Form
        of={computers.update}
        start={{
          name: computer.name,
          rememberedPinHours: String(computer.rememberedPinHours),
          offlineUses: String(computer.offlineUses),
          offlineHours: String(computer.offlineHours),
        }}
        fixed={{ _id: computer.id }}
        needed={['name', 'rememberedPinHours', 'offlineUses', 'offlineHours']}
        done={() => {
          toast('success', t('Changes saved'))
          close()
        }}
      >
        <Text
          name="name"
          label={t('Name')}
          help={t("The computer's own name is {name}.", { name: computer.hostName })}
          autoComplete="off"
          autoFocus
        />
        <Text
          name="rememberedPinHours"
          label={t('Remember PIN (hours)')}
          help={t(
            'From 0 to 720. With 0, the PIN is required at every use. A shorter time set for a key takes precedence.',
          )}
          inputMode="numeric"
        />
        <Grid columns="minmax(0, 1fr) minmax(0, 1fr)" gap={12} align="start">
          <Text name="offlineUses" label={t('Offline uses')} help={t('From 1 to 100')} inputMode="numeric" />
          <Text name="offlineHours" label={t('Period (hours)')} help={t('From 1 to 720')} inputMode="numeric" />
        </Grid>
        <Foot save={t('Save changes')} cancel={{ do: close }} />
      </Form>
    </Panel>
  )
}
