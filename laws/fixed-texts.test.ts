import { isTest, sources } from './files.ts'
import { law } from './law.ts'

/** Texts whose wording the specification fixes (messages.tsv). */
const fixedTexts = [
  'Email is required',
  'Email is not valid',
  'Name is required',
  'URL is required',
  'Phone number is invalid',
  'Verification code is required',
  'Please enter valid Code',
  'User ID is required',
  'Employee ID is required',
  'First Name is required',
  'Last Name is required',
  'Phone Number is required',
  'Policy Name is required',
  'Priority is required',
  'Policy Action is required',
  'Default Policy is required',
  'List Name is required',
  'List Type is required',
  'Group name is required',
  'Organization Unit Name is required',
  'Role is required',
  'At least one permission is required',
  'Limitation number is required',
  'Accesskey/Card ID is required',
  'Fingerprint enrollment is required',
  'LDAP URL is required',
  'Base DN is required',
  'Username is required',
  'Password is required',
  'PIN is required',
  'PIN is not in the right format!',
  'The two PINs that you entered do not match!',
  'Pin max length must be greater than min length',
  'You must select at least one rule',
  "A password reset is required to change the 'Pin Required' value",
  'Please confirm that you are not a robot',
  'Image must be smaller than 1MB',
  'You can only upload JPG/PNG file',
  'Timeout. Try again',
  'WebAuthn APIs not present on this device',
  'Setting the Security key was not successful',
  'The user ID does not exist in your workspace',
  'The file format is not valid',
  'Number of devices or users exceeded the limits',
  'The operation is taking longer than expected',
  'An error occurred. Please try again',
  'An unexpected error occurred',
  'Fingerprint enrollment timed out or was cancelled, start over',
  'User already has a fingerprint-type key',
  'You cannot edit groups or users imported from Entra ID or other services',
  'Authenticator onboarding is not supported in this environment',
  'Extension ID not available.',
  'Tap Your Card',
  'User Information',
  'Sign-in Options',
  'Set the PIN',
  'Set a PIN for the card',
  'Confirm PIN',
  'Debug Mode: Enabled',
  'View Reports',
  'Self-Service',
]

const flat = (text: string) => text.replaceAll("\\'", "'").replaceAll(/\s+/g, ' ')
const product = flat(
  sources(['contract/src', 'console/src', 'server/src'], /\.tsx?$/)
    .filter(file => !isTest(file.path))
    .map(file => file.text)
    .join('\n'),
)

law('texts of fixed wording keep it', {
  because: 'the specification fixes these words, and users and documents quote them',
  over: fixedTexts,
  guilty: text => !product.includes(flat(text)) && `“${text}” is not in the product`,
  bites: "The PIN doesn't have the right format",
  passes: 'Email is required',
})
