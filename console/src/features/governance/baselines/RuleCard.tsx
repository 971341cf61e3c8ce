import { partnerPanel } from '@claviger/contract/governance/partner-panel'
import { useRead } from '#platform/data/useRead.ts'
import { t } from '#platform/text/text.ts'
import { Choice } from '#platform/ui/fields/Choice.tsx'
import { Foot } from '#platform/ui/form/Foot.tsx'
import { Form } from '#platform/ui/form/Form.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { Card } from '#platform/ui/page/Card.tsx'
import { Waiting } from '#platform/ui/page/Waiting.tsx'
import { useSession } from '#shell/session.tsx'

/** Which keys the workspace's partner disables first. */
export function RuleCard() {
  const { can } = useSession()
  const read = useRead(partnerPanel.rule, {})
  return (
    <Card title={t('Keys that your partner can disable')}>
      <Waiting on={read} what={t('the rule')}>
        {read.data && (
          <Form of={partnerPanel.setRule} start={read.data} done={() => toast('success', t('Settings saved'))}>
            <p>
              {t(
                'Your partner can disable a number of keys of users without a role, but never sees which ones. You can activate them again.',
              )}
            </p>
            <Choice
              name="disablesFirst"
              label={t('Disabled first')}
              options={[
                { value: 'idle', label: t('Unused for longest') },
                { value: 'newest', label: t('Added last') },
              ]}
            />
            {can('workspace.write') && <Foot save={t('Save settings')} whenChanged />}
          </Form>
        )}
      </Waiting>
    </Card>
  )
}
