import { t } from '#platform/text/text.ts'
import { Text } from '#platform/ui/fields/Text.tsx'
import { Foot } from '#platform/ui/form/Foot.tsx'
import { Form } from '#platform/ui/form/Form.tsx'
import { Dialog } from '#platform/ui/over/Dialog.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { SuggestedAddress } from '#features/tenancy/workspaces/WorkspaceAddress.tsx'
import { useSource } from '../source.ts'

const start = { name: '', page: '' }

export default function AddPage({ close, made }: { close: () => void; made: (id: string) => void }) {
  const { calls, fixed } = useSource()
  return (
    <Dialog open title={t('Create card page')} close={close}>
      <Form
        of={calls.create}
        start={start}
        fixed={{ ...fixed, draft: true }}
        refused={(refusal, fields) => {
          if (refusal.code !== 'page-address-taken') return false
          fields.fault('page', refusal.message)
          return true
        }}
        done={page => {
          toast('success', t('Created {name}. Publish it to make it available to users.', { name: page.name }))
          made(page.id)
        }}
      >
        <Text name="name" label={t('Name')} autoFocus help={t("Users don't see this name")} />
        <SuggestedAddress field="page" />
        <Text
          name="page"
          label={t('Address')}
          autoComplete="off"
          help={t("The last part of the page address. It's printed on posters and can't be changed.")}
        />
        <Foot save={t('Create page')} cancel={{ do: close }} />
      </Form>
    </Dialog>
  )
}
