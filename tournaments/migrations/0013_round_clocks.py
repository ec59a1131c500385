"""The clock of a round."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """A round's clock, and when it was last set going."""

    dependencies = (("tournaments", "0012_persons_at_their_seats"),)
    operations = (
        migrations.AddField(model_name="round", name="clock", field=models.JSONField(null=True)),
        migrations.AddField(model_name="round", name="clock_since", field=models.DateTimeField(null=True)),
    )
