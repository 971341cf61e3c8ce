import { trustDomains } from '@claviger/contract/tenancy/trust-domains'
import { t } from '../../../ground/text/text.ts'
import { Text } from '../../../ground/ui/fields/Text.tsx'
import { Foot } from '../../../ground/ui/form/Foot.tsx'
import { Form } from '../../../ground/ui/form/Form.tsx'
import { Dialog } from '../../../ground/ui/over/Dialog.tsx'
import { toast } from '../../../ground/ui/over/toast.ts'

const ofDomain = ['domain-listed', 'domain-taken', 'domain-refused']
const start = { domain: '' }

/** Claims a domain; the list then shows which record proves it. */
export default function AddDomain({ close }: { close: () => void }) {
  return (
    <Dialog open title={t('Add domain')} close={close}>
      <Form
        of={trustDomains.create}
        start={start}
        alsoRefresh={['workspace-settings']}
        refused={(refusal, fields) => {
          if (!ofDomain.includes(refusal.code)) return false
          fields.fault('domain', refusal.message)
          return true
        }}
        done={({ domain }) => {
          toast('success', t('{domain} added', { domain }), {
            detail: t('Add its TXT record to your DNS, then check it here.'),
          })
          close()
        }}
      >
        <Text
          name="domain"
          label={t('Domain')}
          placeholder="example.org"
          inputMode="url"
          autoComplete="off"
          autoFocus
          help={t('The part of your email addresses behind the @.')}
        />
        <Foot save={t('Add domain')} cancel={{ do: close }} />
      </Form>
    </Dialog>
  )
}
