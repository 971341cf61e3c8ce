import { t } from '../../../../ground/text/text.ts'
import { Text } from '../../../../ground/ui/fields/Text.tsx'
import { Foot } from '../../../../ground/ui/form/Foot.tsx'
import { Form } from '../../../../ground/ui/form/Form.tsx'
import { Dialog } from '../../../../ground/ui/over/Dialog.tsx'
import { toast } from '../../../../ground/ui/over/toast.ts'
import { SuggestedAddress } from '../../../tenancy/workspaces/WorkspaceAddress.tsx'
import { useSource } from '../source.ts'

const start = { name: '', page: '' }

/** Asks for the name and the address of a new page; all else is chosen in its editor. */
export default function AddPage({ close, made }: { close: () => void; made: (id: string) => void }) {
  const { calls, fixed } = useSource()
  return (
    <Dialog open title={t('Build a card page')} close={close}>
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
          toast('success', t('{name} is built. Nobody comes in before you publish it', { name: page.name }))
          made(page.id)
        }}
      >
        <Text name="name" label={t('Name')} autoFocus help={t('You alone see it.')} />
        <SuggestedAddress field="page" />
        <Text
          name="page"
          label={t('Address')}
          autoComplete="off"
          help={t('The last part of the page’s address. It is printed on posters, so it stays as it is.')}
        />
        <Foot save={t('Build page')} cancel={{ do: close }} />
      </Form>
    </Dialog>
  )
}
