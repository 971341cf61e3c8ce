import { protocols } from '../applications/application-settings.ts'
import { discoveryFields, type Preset, withGroups } from './preset.ts'

export const operations: readonly Preset[] = [
  {
    key: 'grafana',
    name: 'Grafana',
    category: 'operations',
    protocol: protocols.oidc,
    docs: 'https://grafana.com/docs/grafana/latest/setup-grafana/configure-security/configure-authentication/generic-oauth/',
    fields: ['address'],
    where: 'Administration → Authentication → Generic OAuth',
    enter: [
      ['Client ID', '{clientId}'],
      ['Client secret', '{clientSecret}'],
      ['Auth URL', '{authorizeUrl}'],
      ['Token URL', '{tokenUrl}'],
      ['API URL', '{userinfoUrl}'],
      ['Scopes', 'openid profile email groups'],
    ],
    file: {
      name: 'grafana.ini',
      text: `[auth.generic_oauth]
enabled = true
name = Claviger
client_id = {clientId}
client_secret = {clientSecret}
scopes = openid profile email groups
auth_url = {authorizeUrl}
token_url = {tokenUrl}
api_url = {userinfoUrl}
use_pkce = true
use_refresh_token = true`,
    },
    mapping: withGroups,
    oidc: {
      redirectUris: ['{address}/login/generic_oauth'],
      postLogoutRedirectUris: ['{address}/login'],
      initiateLoginUri: '{address}/login/generic_oauth',
      grantTypes: ['authorization_code', 'refresh_token'],
      scopes: ['openid', 'profile', 'email', 'groups', 'offline_access'],
    },
  },
  {
    key: 'zabbix',
    name: 'Zabbix',
    category: 'operations',
    protocol: protocols.saml,
    docs: 'https://www.zabbix.com/documentation/current/en/manual/web_interface/frontend_sections/users/authentication/saml',
    fields: ['address'],
    where: 'Users → Authentication → SAML settings',
    enter: [
      ['IdP entity ID', '{entityId}'],
      ['SSO service URL', '{ssoUrl}'],
      ['SLO service URL', '{sloUrl}'],
      ['Username attribute', 'username'],
      ['SP entity ID', '{address}'],
      ['IdP certificate (conf/certs/idp.crt)', '{certificate}'],
    ],
    mapping: [
      { name: 'username', source: 'userName' },
      { name: 'email', source: 'email' },
      { name: 'groups', source: 'groups' },
    ],
    saml: {
      startUrl: '{address}/',
      entityId: '{address}',
      acs: [{ url: '{address}/index_sso.php?acs' }],
      sloUrl: '{address}/index_sso.php?sls',
      nameIdFormat: 'unspecified',
      nameIdSource: 'userName',
    },
  },
  {
    key: 'proxmox',
    name: 'Proxmox VE',
    category: 'operations',
    protocol: protocols.oidc,
    docs: 'https://pve.proxmox.com/pve-docs/chapter-pveum.html#user-realms-openid',
    fields: ['address'],
    where: 'Datacenter → Permissions → Realms → Add → OpenID Connect Server',
    enter: [
      ['Issuer URL', '{issuer}'],
      ['Client ID', '{clientId}'],
      ['Client Key', '{clientSecret}'],
      ['Username Claim', 'preferred_username'],
    ],
    oidc: { startUrl: '{address}/', redirectUris: ['{address}', '{address}/'], pkceRequired: false },
  },
  {
    key: 'vault',
    name: 'HashiCorp Vault',
    category: 'operations',
    protocol: protocols.oidc,
    docs: 'https://developer.hashicorp.com/vault/docs/auth/jwt',
    fields: ['address'],
    where: 'vault auth enable oidc',
    enter: discoveryFields,
    file: {
      name: 'vault',
      text: `vault write auth/oidc/config \\
  oidc_discovery_url="{issuer}" \\
  oidc_client_id="{clientId}" \\
  oidc_client_secret="{clientSecret}" \\
  default_role="default"
vault write auth/oidc/role/default \\
  user_claim="sub" groups_claim="groups" oidc_scopes="profile,email,groups" \\
  allowed_redirect_uris="{address}/ui/vault/auth/oidc/oidc/callback" \\
  allowed_redirect_uris="http://localhost:8250/oidc/callback" \\
  token_policies="default"`,
    },
    mapping: withGroups,
    oidc: {
      startUrl: '{address}/ui/',
      redirectUris: ['{address}/ui/vault/auth/oidc/oidc/callback', 'http://localhost:8250/oidc/callback'],
      scopes: ['openid', 'profile', 'email', 'groups'],
    },
  },
  {
    key: 'kubernetes',
    name: 'Kubernetes API',
    category: 'operations',
    protocol: protocols.oidc,
    docs: 'https://kubernetes.io/docs/reference/access-authn-authz/authentication/#openid-connect-tokens',
    fields: [],
    where: 'kube-apiserver',
    enter: [
      ['--oidc-issuer-url', '{issuer}'],
      ['--oidc-client-id', '{clientId}'],
      ['--oidc-username-claim', 'email'],
      ['--oidc-groups-claim', 'groups'],
    ],
    file: {
      name: 'kubectl',
      text: `kubectl config set-credentials oidc \\
  --exec-api-version=client.authentication.k8s.io/v1 \\
  --exec-command=kubectl --exec-arg=oidc-login --exec-arg=get-token \\
  --exec-arg=--oidc-issuer-url={issuer} \\
  --exec-arg=--oidc-client-id={clientId}`,
    },
    mapping: withGroups,
    oidc: {
      kind: 'native',
      tokenEndpointAuthMethod: 'none',
      redirectUris: ['http://localhost:8000', 'http://localhost:18000'],
      grantTypes: ['authorization_code', 'refresh_token'],
      scopes: ['openid', 'profile', 'email', 'groups', 'offline_access'],
    },
  },
  {
    key: 'portainer',
    name: 'Portainer',
    category: 'operations',
    protocol: protocols.oidc,
    docs: 'https://docs.portainer.io/admin/settings/authentication/oauth',
    fields: ['address'],
    where: 'Settings → Authentication → OAuth → Custom',
    enter: [
      ['Client ID', '{clientId}'],
      ['Client secret', '{clientSecret}'],
      ['Authorization URL', '{authorizeUrl}'],
      ['Access token URL', '{tokenUrl}'],
      ['Resource URL', '{userinfoUrl}'],
      ['Redirect URL', '{address}'],
      ['Logout URL', '{logoutUrl}'],
      ['User identifier', 'preferred_username'],
      ['Scopes', 'openid profile email'],
    ],
    oidc: { startUrl: '{address}/', redirectUris: ['{address}', '{address}/'], pkceRequired: false },
  },
  {
    key: 'minio',
    name: 'MinIO',
    category: 'operations',
    protocol: protocols.oidc,
    docs: 'https://min.io/docs/minio/linux/operations/external-iam.html',
    fields: ['address'],
    where: 'Identity → OpenID → Create Configuration',
    enter: [
      ['Config URL', '{discovery}'],
      ['Client ID', '{clientId}'],
      ['Client Secret', '{clientSecret}'],
      ['Claim Name', 'policy'],
      ['Scopes', 'openid,profile,email'],
    ],
    mapping: [{ name: 'policy', source: 'groups' }],
    oidc: { startUrl: '{address}/', redirectUris: ['{address}/oauth_callback'], pkceRequired: false },
  },
  {
    key: 'harbor',
    name: 'Harbor',
    category: 'operations',
    protocol: protocols.oidc,
    docs: 'https://goharbor.io/docs/main/administration/configure-authentication/oidc-auth/',
    fields: ['address'],
    where: 'Administration → Configuration → Authentication → OIDC',
    enter: [
      ['OIDC Endpoint', '{issuer}'],
      ['OIDC Client ID', '{clientId}'],
      ['OIDC Client Secret', '{clientSecret}'],
      ['Group Claim Name', 'groups'],
      ['OIDC Scope', 'openid,profile,email,groups,offline_access'],
    ],
    mapping: withGroups,
    oidc: {
      redirectUris: ['{address}/c/oidc/callback'],
      initiateLoginUri: '{address}/c/oidc/login',
      grantTypes: ['authorization_code', 'refresh_token'],
      scopes: ['openid', 'profile', 'email', 'groups', 'offline_access'],
    },
  },
  {
    key: 'netbox',
    name: 'NetBox',
    category: 'operations',
    protocol: protocols.oidc,
    docs: 'https://netboxlabs.com/docs/netbox/administration/authentication/overview/',
    fields: ['address'],
    where: 'configuration.py',
    enter: [],
    file: {
      name: 'configuration.py',
      text: `REMOTE_AUTH_ENABLED = True
REMOTE_AUTH_BACKEND = 'social_core.backends.open_id_connect.OpenIdConnectAuth'
SOCIAL_AUTH_OIDC_OIDC_ENDPOINT = '{issuer}'
SOCIAL_AUTH_OIDC_KEY = '{clientId}'
SOCIAL_AUTH_OIDC_SECRET = '{clientSecret}'`,
    },
    oidc: {
      redirectUris: ['{address}/oauth/complete/oidc/'],
      initiateLoginUri: '{address}/oauth/login/oidc/',
      pkceRequired: false,
    },
  },
  {
    key: 'pgadmin',
    name: 'pgAdmin',
    category: 'operations',
    protocol: protocols.oidc,
    docs: 'https://www.pgadmin.org/docs/pgadmin4/latest/oauth2.html',
    fields: ['address'],
    where: 'config_local.py',
    enter: [],
    file: {
      name: 'config_local.py',
      text: `AUTHENTICATION_SOURCES = ['oauth2', 'internal']
OAUTH2_CONFIG = [{
  'OAUTH2_NAME': 'claviger',
  'OAUTH2_DISPLAY_NAME': 'Claviger',
  'OAUTH2_CLIENT_ID': '{clientId}',
  'OAUTH2_CLIENT_SECRET': '{clientSecret}',
  'OAUTH2_SERVER_METADATA_URL': '{discovery}',
  'OAUTH2_API_BASE_URL': '{issuer}/',
  'OAUTH2_USERINFO_ENDPOINT': '{userinfoUrl}',
  'OAUTH2_SCOPE': 'openid profile email',
  'OAUTH2_CHALLENGE_METHOD': 'S256',
  'OAUTH2_RESPONSE_TYPE': 'code',
}]`,
    },
    oidc: { startUrl: '{address}/', redirectUris: ['{address}/oauth2/authorize'] },
  },
  {
    key: 'oauth2-proxy',
    name: 'OAuth2 Proxy',
    category: 'operations',
    protocol: protocols.oidc,
    docs: 'https://oauth2-proxy.github.io/oauth2-proxy/configuration/providers/openid_connect',
    fields: ['address'],
    where: 'oauth2-proxy.cfg',
    enter: [],
    file: {
      name: 'oauth2-proxy.cfg',
      text: `provider = "oidc"
oidc_issuer_url = "{issuer}"
client_id = "{clientId}"
client_secret = "{clientSecret}"
redirect_url = "{address}/oauth2/callback"
code_challenge_method = "S256"
scope = "openid profile email groups"
email_domains = ["*"]`,
    },
    mapping: withGroups,
    oidc: {
      startUrl: '{address}/',
      redirectUris: ['{address}/oauth2/callback'],
      grantTypes: ['authorization_code', 'refresh_token'],
      scopes: ['openid', 'profile', 'email', 'groups', 'offline_access'],
    },
  },
  {
    key: 'apache',
    name: 'Apache (mod_auth_openidc)',
    category: 'operations',
    protocol: protocols.oidc,
    docs: 'https://github.com/OpenIDC/mod_auth_openidc/wiki',
    fields: ['redirect'],
    where: 'auth_openidc.conf',
    enter: [],
    file: {
      name: 'auth_openidc.conf',
      text: `OIDCProviderMetadataURL {discovery}
OIDCClientID {clientId}
OIDCClientSecret {clientSecret}
OIDCRedirectURI {redirect}
OIDCScope "openid profile email"
OIDCPKCEMethod S256
OIDCCryptoPassphrase exec:/usr/bin/openssl rand -base64 32`,
    },
    oidc: {
      startUrl: '{redirectOrigin}/',
      redirectUris: ['{redirect}'],
      grantTypes: ['authorization_code', 'refresh_token'],
    },
  },
]
