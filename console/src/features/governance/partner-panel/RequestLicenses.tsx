import { partnerPanel } from '@claviger/contract/governance/partner-panel'
import { t } from '#platform/text/text.ts'
import { Text } from '#platform/ui/fields/Text.tsx'
import { Foot } from '#platform/ui/form/Foot.tsx'
import { Form } from '#platform/ui/form/Form.tsx'
import { Dialog } from '#platform/ui/over/Dialog.tsx'
import { toast } from '#platform/ui/over/toast.ts'

export default function RequestLicenses({ close }: { close: () => void }) {
  return (
    <Dialog open title={t('Request licenses')} close={close}>
      <Form
        of={partnerPanel.request}
        start={{ size: '', note: '' }}
        done={({ size }) => {
          toast('success', t('{count, plural, one {# license} other {# licenses}} requested', { count: size }), {
            detail: t('A super administrator decides on your request.'),
          })
          close()
        }}
      >
        <Text name="size" label={t('Number of licenses')} inputMode="numeric" autoFocus />
        <Text name="note" label={t('Note')} lines={3} />
        <Foot save={t('Request licenses')} cancel={{ do: close }} />
      </Form>
    </Dialog>
  )
}
