"""Every address: the pages and the API of the apps, login, language, admin."""

from importlib.util import find_spec

from django.contrib import admin
from django.contrib.auth import views as auth
from django.urls import URLPattern, URLResolver, include, path
from drf_spectacular.views import SpectacularAPIView

handler404 = "config.api_errors.page_not_found"
handler500 = "config.api_errors.server_error"


def present(module: str) -> bool:
    """Whether an app has this part."""
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:
        return False


def parts(prefix: str, *modules: str) -> list[URLPattern | URLResolver]:
    """The addresses of those modules that are there."""
    return [path(prefix, include(module)) for module in modules if present(module)]


urlpatterns = [
    *parts("", "tournaments.urls", "games.urls"),
    *parts("api/v1/", "tournaments.api.urls", "games.api.urls"),
    path("api/schema/", SpectacularAPIView.as_view(), name="schema"),
    path("login/", auth.LoginView.as_view(), name="login"),
    path("logout/", auth.LogoutView.as_view(), name="logout"),
    path("password/", auth.PasswordChangeView.as_view(), name="password_change"),
    path("password/done/", auth.PasswordChangeDoneView.as_view(), name="password_change_done"),
    path("language/", include("django.conf.urls.i18n")),
    path("admin/", admin.site.urls),
]
