import { licenseStatus, partners } from '@claviger/contract/governance/partners'
import type { PartnerLicense } from '@claviger/contract/governance/partners'
import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { useWrite } from '#platform/data/useWrite.ts'
import { longDateOf } from '#platform/text/formats.ts'
import { t } from '#platform/text/text.ts'
import { Day } from '#platform/ui/fields/Day.tsx'
import { Text } from '#platform/ui/fields/Text.tsx'
import { Foot } from '#platform/ui/form/Foot.tsx'
import { Form } from '#platform/ui/form/Form.tsx'
import { Confirm } from '#platform/ui/over/Confirm.tsx'
import { Panel } from '#platform/ui/over/Panel.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { Facts } from '#platform/ui/page/Card.tsx'
import { LicenseStatus } from './license-columns.tsx'

export default function DecideLicense({ license, close }: { license: PartnerLicense; close: () => void }) {
  const [asking, setAsking] = useState(false)
  const waits = license.status === licenseStatus.requested
  const values = { size: license.size, partner: license.partner.name }
  const act = waits ? t('Refuse request') : t('Remove license')
  const reject = useWrite(partners.reject, {
    done() {
      toast('success', waits ? t('Request of {partner} refused', values) : t('License of {partner} removed', values))
      close()
    },
  })
  const form = {
    fixed: { licenseId: license.id },
    start: { size: String(license.size), expiresOn: license.expiresOn ?? null },
    done() {
      toast('success', waits ? t('Request of {partner} approved', values) : t('License changed'))
      close()
    },
  }
  const fields = (
    <>
      <Text name="size" label={t('Number of licenses')} inputMode="numeric" />
      <Day name="expiresOn" label={t('Last day')} />
      <Foot
        save={waits ? t('Approve request') : t('Save license')}
        cancel={{ label: `${act}…`, do: () => setAsking(true) }}
      />
    </>
  )
  return (
    <Panel open title={t('{size} licenses for {partner}', values)} close={close}>
      <Stack gap={16} miw={0}>
        <Facts
          of={[
            [t('Status'), <LicenseStatus key="status" status={license.status} />],
            [t('Requested by'), license.requestedBy],
            [t('Requested'), longDateOf(license.requestedAt.slice(0, 10))],
            [t('Note'), license.note || '—'],
            ...(license.decidedBy === null ? [] : [[t('Decided by'), license.decidedBy] as const]),
          ]}
        />
        {waits && (
          <Form of={partners.approve} {...form}>
            {fields}
          </Form>
        )}
        {license.status === licenseStatus.active && (
          <Form of={partners.change} {...form}>
            {fields}
          </Form>
        )}
        {license.status === licenseStatus.refused && (
          <Button variant="default" onClick={() => setAsking(true)}>
            {act}…
          </Button>
        )}
      </Stack>
      <Confirm
        open={asking}
        title={`${act}?`}
        keep={t('Keep')}
        act={act}
        busy={reject.isPending}
        close={() => setAsking(false)}
        confirm={() => reject.mutate({ licenseId: license.id }, { onError: () => setAsking(false) })}
      >
        <p>{waits ? t('The partner sees that its request was refused.') : t('The licenses are gone immediately.')}</p>
      </Confirm>
    </Panel>
  )
}
