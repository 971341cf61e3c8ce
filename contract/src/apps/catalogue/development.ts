import { protocols } from '../applications/application-settings.ts'
import { discoveryFields, samlFields, type Preset, withGroups, nameMapping } from './preset.ts'

export const development: readonly Preset[] = [
  {
    key: 'gitlab',
    name: 'GitLab',
    category: 'development',
    protocol: protocols.oidc,
    docs: 'https://docs.gitlab.com/administration/auth/oidc/',
    fields: ['address'],
    where: '/etc/gitlab/gitlab.rb',
    enter: [],
    file: {
      name: 'gitlab.rb',
      text: `gitlab_rails['omniauth_providers'] = [{
  name: "openid_connect",
  label: "Claviger",
  args: {
    name: "openid_connect",
    scope: ["openid", "profile", "email"],
    response_type: "code",
    issuer: "{issuer}",
    discovery: true,
    client_auth_method: "query",
    uid_field: "sub",
    pkce: true,
    client_options: {
      identifier: "{clientId}",
      secret: "{clientSecret}",
      redirect_uri: "{address}/users/auth/openid_connect/callback"
    }
  }
}]`,
    },
    mapping: withGroups,
    oidc: {
      startUrl: '{address}/',
      redirectUris: ['{address}/users/auth/openid_connect/callback'],
      tokenEndpointAuthMethod: 'client_secret_post',
      scopes: ['openid', 'profile', 'email', 'groups'],
    },
  },
  {
    key: 'gitea',
    name: 'Gitea',
    category: 'development',
    protocol: protocols.oidc,
    docs: 'https://docs.gitea.com/usage/authentication',
    fields: ['address'],
    where: 'Site Administration → Identity & Access → Authentication Sources → Add → OAuth2',
    enter: [
      ['Authentication Name', 'claviger'],
      ['OAuth2 Provider', 'OpenID Connect'],
      ['Client ID (Key)', '{clientId}'],
      ['Client Secret', '{clientSecret}'],
      ['OpenID Connect Auto Discovery URL', '{discovery}'],
    ],
    mapping: withGroups,
    oidc: {
      redirectUris: ['{address}/user/oauth2/claviger/callback'],
      initiateLoginUri: '{address}/user/oauth2/claviger',
      scopes: ['openid', 'profile', 'email', 'groups'],
    },
  },
  {
    key: 'jenkins',
    name: 'Jenkins',
    category: 'development',
    protocol: protocols.oidc,
    docs: 'https://plugins.jenkins.io/oic-auth/',
    fields: ['address'],
    where: 'Manage Jenkins → Security → Security Realm → Login with Openid Connect',
    enter: [
      ['Client id', '{clientId}'],
      ['Client secret', '{clientSecret}'],
      ['Well-known configuration endpoint', '{discovery}'],
      ['User name field name', 'preferred_username'],
      ['Groups field name', 'groups'],
    ],
    mapping: withGroups,
    oidc: {
      redirectUris: ['{address}/securityRealm/finishLogin'],
      postLogoutRedirectUris: ['{address}/OicLogout'],
      initiateLoginUri: '{address}/securityRealm/commenceLogin',
      pkceRequired: false,
      scopes: ['openid', 'profile', 'email', 'groups'],
    },
  },
  {
    key: 'argo-cd',
    name: 'Argo CD',
    category: 'development',
    protocol: protocols.oidc,
    docs: 'https://argo-cd.readthedocs.io/en/stable/operator-manual/user-management/',
    fields: ['address'],
    where: 'ConfigMap argocd-cm',
    enter: [],
    file: {
      name: 'argocd-cm.yaml',
      text: `data:
  url: {address}
  oidc.config: |
    name: Claviger
    issuer: {issuer}
    clientID: {clientId}
    clientSecret: $oidc.claviger.clientSecret
    enablePKCEAuthentication: true
    requestedScopes: ["openid", "profile", "email", "groups"]`,
    },
    mapping: withGroups,
    oidc: {
      redirectUris: ['{address}/auth/callback', '{address}/pkce/verify', 'http://localhost:8085/auth/callback'],
      initiateLoginUri: '{address}/auth/login',
      scopes: ['openid', 'profile', 'email', 'groups'],
    },
  },
  {
    key: 'sonarqube',
    name: 'SonarQube',
    category: 'development',
    protocol: protocols.saml,
    docs: 'https://docs.sonarsource.com/sonarqube-server/latest/instance-administration/authentication/saml/overview/',
    fields: ['address'],
    where: 'Administration → Configuration → General Settings → Authentication → SAML',
    enter: [
      ['Application ID', '{address}'],
      ['Provider ID', '{entityId}'],
      ['SAML login URL', '{ssoUrl}'],
      ['Identity provider certificate', '{certificate}'],
      ['SAML user login attribute', 'login'],
      ['SAML user name attribute', 'name'],
      ['SAML user email attribute', 'email'],
      ['SAML group attribute', 'groups'],
    ],
    mapping: [
      { name: 'login', source: 'userName' },
      { name: 'name', source: 'fullName' },
      { name: 'email', source: 'email' },
      { name: 'groups', source: 'groups' },
    ],
    saml: { startUrl: '{address}/', entityId: '{address}', acs: [{ url: '{address}/oauth2/callback/saml' }] },
  },
  {
    key: 'github',
    name: 'GitHub Enterprise Cloud',
    category: 'development',
    protocol: protocols.saml,
    docs: 'https://docs.github.com/en/enterprise-cloud@latest/organizations/managing-saml-single-sign-on-for-your-organization/enabling-and-testing-saml-single-sign-on-for-your-organization',
    fields: ['name'],
    where: 'Settings → Authentication security → SAML single sign-on',
    enter: [
      ['Sign on URL', '{ssoUrl}'],
      ['Issuer', '{entityId}'],
      ['Public certificate', '{certificate}'],
    ],
    mapping: nameMapping,
    saml: {
      entityId: 'https://github.com/orgs/{name}',
      acs: [{ url: 'https://github.com/orgs/{name}/saml/consume' }],
      nameIdFormat: 'persistent',
      sign: 'both',
      allowIdpInitiated: true,
    },
  },
  {
    key: 'jira',
    name: 'Jira Data Center',
    category: 'development',
    protocol: protocols.oidc,
    docs: 'https://confluence.atlassian.com/enterprise/openid-connect-for-atlassian-data-center-applications-987142159.html',
    fields: ['address'],
    where: 'Administration → System → Authentication methods → Add configuration → OpenID Connect single sign-on',
    enter: [
      ['Issuer URL', '{issuer}'],
      ['Client ID', '{clientId}'],
      ['Client secret', '{clientSecret}'],
      ['Username mapping', '${preferred_username}'],
    ],
    oidc: {
      redirectUris: ['{address}/plugins/servlet/oidc/callback'],
      initiateLoginUri: '{address}/plugins/servlet/oidc/initiate-login',
      pkceRequired: false,
    },
  },
  {
    key: 'confluence',
    name: 'Confluence Data Center',
    category: 'collaboration',
    protocol: protocols.oidc,
    docs: 'https://confluence.atlassian.com/enterprise/openid-connect-for-atlassian-data-center-applications-987142159.html',
    fields: ['address'],
    where: 'General configuration → SSO 2.0 → Add configuration → OpenID Connect single sign-on',
    enter: discoveryFields,
    oidc: {
      redirectUris: ['{address}/plugins/servlet/oidc/callback'],
      initiateLoginUri: '{address}/plugins/servlet/oidc/initiate-login',
      pkceRequired: false,
    },
  },
  {
    key: 'atlassian',
    name: 'Atlassian Cloud',
    category: 'development',
    protocol: protocols.saml,
    docs: 'https://support.atlassian.com/security-and-access-policies/docs/configure-saml-single-sign-on-with-an-identity-provider/',
    fields: ['spEntityId', 'acs'],
    where: 'admin.atlassian.com → Security → Identity providers → Set up SAML single sign-on',
    enter: samlFields,
    mapping: [
      { name: 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/givenname', source: 'firstName' },
      { name: 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/surname', source: 'lastName' },
      { name: 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/name', source: 'id' },
    ],
    saml: { entityId: '{spEntityId}', acs: [{ url: '{acs}' }], nameIdFormat: 'email', allowIdpInitiated: true },
  },
]
