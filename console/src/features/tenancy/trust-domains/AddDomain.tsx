import { trustDomains } from '@claviger/contract/tenancy/trust-domains'
import type { TrustDomain } from '@claviger/contract/tenancy/trust-domains'
import type { CallError } from '#platform/data/refusal.ts'
import { t } from '#platform/text/text.ts'
import { Text } from '#platform/ui/fields/Text.tsx'
import { Foot } from '#platform/ui/form/Foot.tsx'
import { Form } from '#platform/ui/form/Form.tsx'
import type { Fields } from '#platform/ui/form/useFields.ts'
import { Dialog } from '#platform/ui/over/Dialog.tsx'
import { toast } from '#platform/ui/over/toast.ts'

const ofDomain = ['domain-listed', 'domain-taken', 'domain-refused']
const start = { domain: '' }

export default function AddDomain({ workspace, close }: { workspace?: string; close: () => void }) {
  const same = {
    start,
    refused(refusal: CallError, fields: Fields) {
      if (!ofDomain.includes(refusal.code)) return false
      fields.fault('domain', refusal.message)
      return true
    },
    done({ domain }: TrustDomain) {
      toast('success', t('{domain} added', { domain }), {
        detail:
          workspace === undefined
            ? t('Add its TXT record to your DNS, then check it here.')
            : t('It is verified by its TXT record or manually.'),
      })
      close()
    },
  }
  const fields = (
    <>
      <Text
        name="domain"
        label={t('Domain')}
        placeholder="example.org"
        inputMode="url"
        autoComplete="off"
        autoFocus
        help={t('The part of your email addresses after the @')}
      />
      <Foot save={t('Add domain')} cancel={{ do: close }} />
    </>
  )
  return (
    <Dialog open title={t('Add domain')} close={close}>
      {workspace === undefined ? (
        <Form of={trustDomains.create} {...same}>
          {fields}
        </Form>
      ) : (
        <Form of={trustDomains.createFor} fixed={{ id: workspace }} {...same}>
          {fields}
        </Form>
      )}
    </Dialog>
  )
}
