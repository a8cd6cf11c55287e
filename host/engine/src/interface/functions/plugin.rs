//! Host calls to plugins of any kind: descriptions, account checks, settings migration, endpoints.

use super::call;
use crate::{
    interface::{answers, wit::*},
    policy::limits::{MAX_ARGUMENTS, MAX_REQUEST},
};

call!(Describe() -> plain Description, Describe = about.call_describe |call| (),
    |call, answer| answers::description(answer));

call!(CheckAccount() -> (), CheckAccount = about.call_check_account |call| ());

call!(Migrate(String, String) -> String,
    Migrate = settings_migration.call_migrate |call| (&call.0, &call.1),
    |call, answer| answers::json_object("settings", answer));

call!(Handle(WebRequest) -> WebResponse, at most MAX_REQUEST,
    Handle = endpoint.call_handle |call| (&call.0),
    |call, answer| answers::response(answer));
