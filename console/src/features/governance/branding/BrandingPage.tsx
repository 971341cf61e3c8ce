import { branding, contrastToWhite } from '@claviger/contract/governance/branding'
import { Box, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useRead } from '#platform/data/useRead.ts'
import { t, Trans } from '#platform/text/text.ts'
import { WorkspaceIcon } from '#platform/ui/bits/WorkspaceIcon.tsx'
import { Text } from '#platform/ui/fields/Text.tsx'
import { useFormState } from '#platform/ui/form/context.ts'
import { Foot } from '#platform/ui/form/Foot.tsx'
import { Form } from '#platform/ui/form/Form.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { Card } from '#platform/ui/page/Card.tsx'
import { PageHead } from '#platform/ui/page/PageHead.tsx'
import { Waiting } from '#platform/ui/page/Waiting.tsx'
import { useSession } from '#shell/session.tsx'

const hex = /^#[0-9a-f]{6}$/i

/** How the button of an email looks, and its contrast. */
function Preview() {
  const { fields } = useFormState()
  const value = fields.values['color']
  const color = typeof value === 'string' && hex.test(value) ? value : '#046573'
  return (
    <div className="cv-apart cv-quiet">
      <span>
        {t('Contrast to white text: {contrast} to 1', { contrast: Math.round(contrastToWhite(color) * 10) / 10 })}
      </span>
      <Box component="span" p="8px 16px" bdrs={6} c="white" fw={600} style={{ background: color }} aria-hidden>
        {t('Button')}
      </Box>
    </div>
  )
}

function Logo() {
  const { me } = useSession()
  return (
    <div className="cv-apart cv-quiet">
      <WorkspaceIcon name={me.workspace.name} icon={me.workspace.icon} size={40} />
      <Box component="span" className="cv-linked" flex={1} miw={200}>
        <Trans
          id="Your logo is the icon of your workspace. Change it in the <0>workspace settings</0>."
          components={[<Link key="0" to={'/dashboard/workspace'} />]}
        />
      </Box>
    </div>
  )
}

/** What customers see of their partner in the console and in emails. */
export default function BrandingPage() {
  const { can } = useSession()
  const read = useRead(branding.get, {})
  return (
    <Stack gap={16} miw={0} maw={720}>
      <PageHead
        title={t('Branding')}
        under={
          <span>{t('Your customers see it in the console, if they have no icon of their own, and in emails.')}</span>
        }
      />
      <Card title={t('Logo')}>
        <Logo />
      </Card>
      <Card title={t('Color and support')}>
        <Waiting on={read} what={t('the branding')}>
          {read.data && (
            <Form
              of={branding.set}
              start={{ color: read.data.color, supportEmail: read.data.supportEmail }}
              done={() => toast('success', t('Branding saved'))}
            >
              <Text
                name="color"
                label={t('Color')}
                placeholder="#046573"
                help={t('Buttons in emails, with white text')}
              />
              <Preview />
              <Text
                name="supportEmail"
                label={t('Support email')}
                help={t('Shown in the account menu and below emails')}
              />
              {can('partner.write') && <Foot save={t('Save branding')} whenChanged />}
            </Form>
          )}
        </Waiting>
      </Card>
    </Stack>
  )
}
