import { workspaceSettings } from '@claviger/contract/tenancy/workspace-settings'
import { Stack } from '@mantine/core'
import { t } from '#platform/text/text.ts'
import { Choices } from '#platform/ui/fields/Choice.tsx'
import { countryOptions } from '#platform/ui/fields/phone-countries.ts'
import { FieldSet } from '#platform/ui/form/FieldSet.tsx'
import { Foot } from '#platform/ui/form/Foot.tsx'
import { Form } from '#platform/ui/form/Form.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { Card } from '#platform/ui/page/Card.tsx'
import { Notice } from '#platform/ui/page/Notice.tsx'
import { useSession } from '#shell/session.tsx'
import { type Codes, phoneCodesFault } from './phone-codes.ts'

interface PhoneCodesProps {
  of: Codes
  named: { sms: boolean; call: boolean }
  saved: () => void
}

/** Countries to which phone codes can be sent, and what prevents sending them. */
export default function PhoneCodes({ of, named, saved }: PhoneCodesProps) {
  const { can } = useSession()
  const why = phoneCodesFault(of, named)
  return (
    <Card title={t('Codes by text message and call')}>
      <Stack gap={16} miw={0}>
        {why !== null && <Notice level="warning">{why}</Notice>}
        <Form
          key={of.countries.join()}
          of={workspaceSettings.phoneCodes}
          start={{ countries: of.countries }}
          done={() => {
            toast('success', t('Saved'))
            saved()
          }}
        >
          <FieldSet gap={8} disabled={!can('workspace.write')}>
            <Choices
              name="countries"
              label={t('Phone countries')}
              options={countryOptions()}
              placeholder={t('None: no codes are sent to phones')}
              help={t(
                'Codes are sent only to phones in these countries, and never to premium-rate numbers. Each country you add increases the risk of toll fraud.',
              )}
            />
          </FieldSet>
          {can('workspace.write') && <Foot save={t('Save countries')} />}
        </Form>
      </Stack>
    </Card>
  )
}
