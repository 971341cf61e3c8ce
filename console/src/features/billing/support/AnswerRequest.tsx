import { support, supportStates } from '@claviger/contract/billing/support'
import type { SupportRequestOfWorkspace } from '@claviger/contract/billing/support'
import { t } from '#platform/text/text.ts'
import { Text } from '#platform/ui/fields/Text.tsx'
import { Foot } from '#platform/ui/form/Foot.tsx'
import { Form } from '#platform/ui/form/Form.tsx'
import { Panel } from '#platform/ui/over/Panel.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { Facts } from '#platform/ui/page/Card.tsx'
import { Pick } from '#features/tenancy/workspace-settings/Pick.tsx'
import { contentOf, kindOf, lookOfRequest } from './request-labels.tsx'

export default function AnswerRequest({ request, close }: { request: SupportRequestOfWorkspace; close: () => void }) {
  const { sender, workspace, address, note } = request
  return (
    <Panel open title={t('Request {number}', { number: request.number })} close={close}>
      <Facts
        of={[
          [t('Workspace'), workspace.name],
          [t('Sender'), sender.email ?? sender.name],
          [t('Request'), kindOf(request)],
          [t('Content'), contentOf(request)],
          ...(address === null ? [] : [[t('Delivery address'), address] as const]),
          ...(note === null ? [] : [[t('Note'), note] as const]),
        ]}
      />
      <Form
        of={support.answer}
        fixed={{ id: request.id }}
        start={{ state: request.state, answer: request.answer ?? '' }}
        done={() => {
          toast('success', t('Request {number} answered', { number: request.number }))
          close()
        }}
      >
        <Pick
          name="state"
          label={t('Status')}
          options={Object.values(supportStates).map(state => ({
            value: state,
            label: t(lookOfRequest({ ...request, state }).word),
          }))}
        />
        <Text
          name="answer"
          label={t('Answer')}
          help={t('The sender receives it by email.')}
          lines={5}
          maxLength={2000}
        />
        <Foot save={t('Save answer')} cancel={{ do: close }} />
      </Form>
    </Panel>
  )
}
