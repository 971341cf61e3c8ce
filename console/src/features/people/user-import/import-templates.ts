/** Files as other products export them, to download as templates: names of the columns and a row. */
export const importTemplates = [
  {
    product: 'Active Directory',
    file: 'active-directory.csv',
    rows: [
      ['sAMAccountName', 'givenName', 'sn', 'mail', 'employeeID', 'mobile', 'department'],
      ['afern', 'Ada', 'Fern', 'ada.fern@example.com', '1001', '+44 20 7946 0018', ''],
    ],
  },
  {
    product: 'Microsoft Entra ID',
    file: 'entra-id.csv',
    rows: [
      ['userPrincipalName', 'givenName', 'surname', 'mail', 'employeeId', 'mobilePhone', 'department'],
      ['ada.fern@example.com', 'Ada', 'Fern', 'ada.fern@example.com', '1001', '+44 20 7946 0018', ''],
    ],
  },
  {
    product: 'Google Workspace',
    file: 'google-workspace.csv',
    rows: [
      ['Email Address [Required]', 'First Name [Required]', 'Last Name [Required]', 'Employee ID', 'Mobile Phone'],
      ['ada.fern@example.com', 'Ada', 'Fern', '1001', '+44 20 7946 0018'],
    ],
  },
  {
    product: 'Okta',
    file: 'okta.csv',
    rows: [
      ['login', 'firstName', 'lastName', 'email', 'employeeNumber', 'mobilePhone', 'department'],
      ['ada.fern@example.com', 'Ada', 'Fern', 'ada.fern@example.com', '1001', '+44 20 7946 0018', ''],
    ],
  },
  {
    product: 'JumpCloud',
    file: 'jumpcloud.csv',
    rows: [
      ['username', 'firstname', 'lastname', 'email', 'employeeIdentifier'],
      ['ada.fern', 'Ada', 'Fern', 'ada.fern@example.com', '1001'],
    ],
  },
  {
    product: 'PowerShell (Get-ADUser)',
    file: 'powershell.csv',
    rows: [
      ['SamAccountName', 'GivenName', 'Surname', 'EmailAddress', 'EmployeeID', 'MobilePhone', 'Department'],
      ['afern', 'Ada', 'Fern', 'ada.fern@example.com', '1001', '+44 20 7946 0018', ''],
    ],
  },
] as const
