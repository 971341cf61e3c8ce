import { ensurePythonPackages } from './packages.mjs'

/** The tester of our SCIM server, and an external server to provision, with all dependencies. */
export const ensureScim2Tester = () =>
  ensurePythonPackages({
    name: 'scim2-tester',
    what: 'SCIM',
    setting: 'SCIM2_TESTER',
    version: '0.5.2-server-0.8.3',
    module: 'scim2_tester',
    packages: [
      'annotated-types==0.8.0',
      'dnspython==2.9.2',
      'email-validator==2.4.0',
      'idna==3.20',
      'lark==1.3.1',
      'pydantic==2.14.3',
      'pydantic-core==2.50.4',
      'scim2-client==0.13.2',
      'scim2-models==0.12.3',
      'scim2-server==0.8.3',
      'scim2-tester==0.5.2',
      'typing-extensions==4.16.0',
      'typing-inspection==0.4.5',
    ],
  })
